"""`python -m sandbox` and the `sandbox` command: Ctrl-C is quiet from the first moment on."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    try:
        from sandbox.cli import main as run  # takes half a second

        run()
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
