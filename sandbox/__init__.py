"""A 3D physics sandbox and referee for what really happens on a game table.

Conventions, everywhere in the package: SI units (m, kg, s, rad, N) unless a name carries its unit
(`yaw_deg`, `at_mm`); z points up and the table's top is z = 0; quaternions are (x, y, z, w); arrays of points
are `(n, 3) float`.
"""

__version__ = "0.1.0"
