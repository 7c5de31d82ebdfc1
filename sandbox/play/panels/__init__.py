"""What a person reads and presses, drawn with Dear ImGui over the picture.

    shown      what there is to show, frozen: the program fills it in every frame       no imgui
    commands   what a person asked for, frozen: the program carries it out              no imgui
    changes    what is changed of the physics, and the profile file that says it        no imgui
    offers     which games, scenarios and saved games a menu can offer                  no imgui
    style      colours, sizes, fonts
    page, pen  what panels are drawn with: windows, texts, buttons
    layout     which panel stands where in a window of some size                        no imgui
    screen     all panels of one frame; the others are one panel each
    gui        the imgui context of a window

A panel is a function: it takes what is shown and its own small state, and returns commands. It never sees the
table, the referee or the window, so a test can draw it without any of them.
"""
