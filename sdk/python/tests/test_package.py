"""Checks what the package promises of itself."""

from __future__ import annotations

import pathlib
import tomllib
import unittest

FOLDER = pathlib.Path(__file__).parent.parent


class PackageTest(unittest.TestCase):
    def test_it_promises_the_python_it_is_tested_with(self) -> None:
        project = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]
        version = project["requires-python"].removeprefix(">=")

        self.assertIn(f"Python {version} or newer", (FOLDER / "test.sh").read_text())
        self.assertIn(f"needs Python {version} ", (FOLDER / "README.md").read_text())
