# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Finds the program and runs its subcommands."""

import json
import os
import pathlib
import shutil
import subprocess


class StreamScopeError(Exception):
    """What the program said when it could not do what was asked."""


class InputError(StreamScopeError):
    """Wrong use or bad input (the program's exit code 2)."""


class RunError(StreamScopeError):
    """The run failed (any other exit code)."""


def program():
    """The path of the program. Raises StreamScopeError where there is none."""
    named = os.environ.get("STREAMSCOPE_PROGRAM")
    if named:
        return named
    for folder in pathlib.Path(__file__).resolve().parents:  # of the bundle: share/streamscope/python/streamscope
        beside = folder / "bin" / "streamscope"
        if beside.is_file():
            return str(beside)
    found = shutil.which("streamscope")
    if not found:
        raise StreamScopeError("the program streamscope is not found: put it into the path or name it in STREAMSCOPE_PROGRAM")
    return found


def call(arguments, accepted=(0,)):
    """What a subcommand prints on its standard output, as bytes."""
    command = [program(), *map(str, arguments)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise StreamScopeError(f"{command[0]} cannot be run: {error.strerror}") from None
    if done.returncode in accepted:
        return done.stdout
    said = done.stderr.decode(errors="replace").strip().splitlines()
    message = said[-1].removeprefix("streamscope: ") if said else f"it ended with code {done.returncode}"
    raise (InputError if done.returncode == 2 else RunError)(message)


def call_json(arguments):
    return json.loads(call(arguments))


def path_argument(path):
    """A file name that no option parser takes for an option."""
    text = os.fspath(path)
    return os.path.join(os.curdir, text) if text.startswith("-") else text


def version():
    """As 'streamscope --version' says it."""
    return call(["--version"]).decode().split("\n", 1)[0].removeprefix("streamscope").strip()
