"""Fit physics to measurements, say how sure it is, and how far a verdict is from flipping.

study     what a study file says          space        parameters and their scales
data      measured tracks, checked        work         study -> plans, items, split
evaluate  one trial: errors of items      loss         errors -> one number
search    Optuna, resumable               surrogate    a quadratic near the best, bootstrap
identify  what the data cannot tell       sensitivity  Morris, Sobol
fit       all of it in order              report, page, plots, output: what is told
"""
