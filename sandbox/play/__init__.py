"""The interactive program: a window, a person's hands, time, panels and sound around one world.

    ui         what is selected, open and said; the queue of actions        no window
    keys       every action with its default keys; a person's own file      no window
    marks      lines, rings, arrows and labels in the scene, as data        no window
    orbit      the camera in a person's hands; saved views                  no window
    pick       from a place of the mouse to a body                          no window
    evidence   physics as marks: contacts, supports, balance, shapes        no window
    live       a world in real time; `history` its last minute              no window
    tools      what the mouse does to pieces; `grab`, `devices`             no window
    desk       a game at the table: session, hands, bots, undo, saving      no window
    panels     menus and sliders (imgui)
    overlay    draws marks (moderngl)
    window     a pyglet window, or one clear sentence; `app` the event loop

This room stands above players, referee, runner and viewer because it wires them together: it holds the session
that judges, the world that moves and the drawer that shows. `sandbox.viewer` stays the picture and knows none of
them. Nothing below this room, and neither `import sandbox` nor `sandbox run`, loads pyglet.
"""
