"""What a person reads and presses, drawn with Dear ImGui over the picture.

    shown      what there is to show, frozen                                            no imgui
    gather     from the desk, the clock and the screen's state to that                  no imgui
    gather_table, gather_scenario  the same of what is on the table, of a scenario      no imgui
    changes    what is changed of the physics, and the profile file that says it        no imgui
    meter      energies and speeds of the last seconds                                  no imgui
    layout     which panel stands where in a window of some size                        no imgui
    style      colours, sizes, fonts
    page, pen  what panels are drawn with: windows, texts, buttons
    gui        the imgui context of a window
    panels     all panels of a frame; the other files are one panel each

A panel is a function: it takes what is shown and its own small state, and queues wishes. It never sees the table,
the referee or the window, so a test can draw it without any of them.
"""
