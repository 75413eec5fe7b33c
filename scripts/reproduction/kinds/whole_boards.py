"""Large boards counted once, with a journal, so that the run may be stopped and started again. Of
boards in `keep` the complete journal stays in results/journals, and so many of its tasks are
counted again."""

from ..tables import Column, Table
from ..values import one

REQUIRED = {"sizes"}
OPTIONAL = {"keep", "peer"}
PEER = {"program", "seconds"}


def cases(definition, processors):
    return [{"board_size": size, "threads": processors} for size in definition["sizes"]]


def measure(program, definition, case, folder):
    size, threads = case["board_size"], case["threads"]
    # What a stopped run leaves lies beside the raw figures and is no result.
    journal = folder / f"unfinished-{size}.nqj"
    resume = ["--resume"] if journal.exists() and journal.stat().st_size else []
    said, seconds = program.measured("count", size, "--threads", threads, "--check", "--journal",
                                     journal, *resume)
    run = {"solutions": said["solutions"], "engine": said["engine"], "tasks": said["tasks"],
           "resumed": said["tasks_resumed"], "seconds": seconds}
    sample = definition.get("keep", {}).get(str(size))
    if sample is not None:
        # Another release may have cut the board into other tasks: its journal is replaced.
        complete = folder / f"complete-{size}.nqj"
        program.run("merge", journal, "--check", "--output", complete)
        said = program.record("audit", complete, "--sample", sample, "--threads", threads)
        journals = folder.parents[1] / "journals"
        journals.mkdir(exist_ok=True)
        complete.replace(journals / f"{size}.nqj")
        run |= {"audited": said["recounted"], "agreed": said["agreed"]}
    journal.unlink()
    return [run]


def table(_definition, raw):
    columns = [Column("N", "number"), Column("solutions", "number"), Column("engine"),
               Column("threads", "number"), Column("time", "seconds"), Column("tasks", "number"),
               Column("audited tasks")]
    rows = []
    for run in sorted(raw.runs, key=lambda run: run["board_size"]):
        audit = f"{run['agreed']} of {run['audited']} agree" if "audited" in run else None
        rows.append([run["board_size"], int(run["solutions"]), run["engine"], run["threads"],
                     "resumed" if run.get("resumed") else one(run["seconds"]), run["tasks"], audit])
    return Table(columns, rows)


def points(raw):
    return {f"N = {run['board_size']}": [run["seconds"]] for run in raw.runs
            if not run.get("resumed")}
