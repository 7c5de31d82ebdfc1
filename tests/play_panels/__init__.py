"""What a person reads and presses, drawn without a window or off-screen."""
