#!/usr/bin/env python
"""Run a command of the office: `manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tisbury_boh.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as missing:
        raise SystemExit("Django is not installed here. Type: make run") from missing
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
