"""The files in which the command line keeps sign-ins: one for each profile, readable by their user only."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import SignInFailed

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
PREFERENCES = ".preferences.json"


class ProfileStore:
    def __init__(self, name: str | None, folder: Path | None) -> None:
        self._folder = folder or _standard_folder()
        self._name = name or os.environ.get("GPUAAS_PROFILE") or self._preferred() or "default"
        if not NAME.fullmatch(self._name):
            raise ValueError("a profile's name has 1 to 64 letters, digits, hyphens or underscores")

    def _preferred(self) -> str | None:
        preferences = self._folder / PREFERENCES
        return json.loads(preferences.read_text()).get("profile") if preferences.exists() else None

    @property
    def _file(self) -> Path:
        return self._folder / f"{self._name}.json"

    def require(self) -> dict[str, Any]:
        try:
            held: dict[str, Any] = json.loads(self._file.read_text())
            return held
        except FileNotFoundError:
            raise SignInFailed(f"Profile {self._name} is not signed in; gpuaas login signs you in.") from None

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """The lock the command line takes too: an issuer takes a refresh token once."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self._folder / f"{self._name}.lock", os.O_CREAT | os.O_WRONLY, 0o600)
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def write(self, held: dict[str, Any]) -> None:
        """All of it or nothing; only under the lock."""
        descriptor, draft = tempfile.mkstemp(prefix=f"{self._name}.", suffix=".new", dir=self._folder)
        try:
            with os.fdopen(descriptor, "w") as file:
                json.dump(held, file, indent=2)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self._file)
        except BaseException:
            os.unlink(draft)
            raise


def _standard_folder() -> Path:
    config = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(config) if os.path.isabs(config) else Path.home() / ".config") / "gpuaas"
