"""Boards and tours, drawn by the program into results/pictures."""

import pathlib
import tempfile

REQUIRED = {"picture"}


def cases(definition, _processors):
    return [{"file": picture["file"], "caption": picture["caption"]}
            for picture in definition["picture"]]


def measure(program, definition, case, folder):
    (picture,) = [one for one in definition["picture"] if one["file"] == case["file"]]
    command = "nqueens " + " ".join(picture["make"])
    output = program.run(*picture["make"])[0]
    if "draw" in picture:
        command += " | nqueens draw - " + " ".join(picture["draw"])
        with tempfile.TemporaryDirectory() as temporary:
            placement = pathlib.Path(temporary) / "placement"
            placement.write_bytes(output)
            output = program.run("draw", placement, *picture["draw"])[0]
    pictures = folder_of(folder)
    pictures.mkdir(exist_ok=True)
    (pictures / case["file"]).write_bytes(output)
    return [{"command": command}]


def folder_of(folder):
    """Where the pictures of raw figures lie."""
    return folder.parents[1] / "pictures"
