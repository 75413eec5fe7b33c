"""Simulates counts on many cores: by shards, by a job array of shards, and by nqueens-mpi.
bench/simulation.md describes the model. The same input gives the same output."""

import array
import collections
import csv
import heapq
import itertools
import random

# Assumed, not measured; seconds.
RESTART = 300  # from a failure until the process is started again
START = 1  # from the start of a process to its first task
LATENCY = 0.002  # from the request of a rank to its next range
SERVICE = 1e-5  # of rank 0 for each request, and for each tally in it
# As in src/mpi/tasks.hpp.
RANGE = 10  # predicted seconds of a range
MAX_TASKS = 4096

SHARDS_A_NODE = {"shards": 1, "array": 8, "ranges": 0}
Cluster = collections.namedtuple("Cluster", "nodes cores speeds fails rng")


def read(lines):
    """Of the lines that `measure tasks` prints: (board, depth) -> predicted seconds of all tasks, in
    order of work; board -> ratios of measured to predicted seconds; board -> predicted seconds that
    each ratio stands for."""
    plans, ratios, weights = {}, collections.defaultdict(list), collections.defaultdict(list)
    for row in csv.DictReader(line for number, line in enumerate(lines)
                              if number == 0 or not line.startswith("board")):
        board, predicted = int(row["board"]), float(row["predicted_seconds"])
        if row["seconds"]:
            ratios[board].append(float(row["seconds"]) / predicted)
            weights[board].append(float(row["stands_for"]) * predicted)
        else:
            plans.setdefault((board, int(row["depth"])), array.array("d")).append(predicted)
    return plans, ratios, weights


def deal(predicted, number):
    """Shards as in src/journal/shards.hpp: longest task first, to the shard with the least work."""
    shards = [[] for _ in range(number)]
    least = [(0.0, shard) for shard in range(number)]
    for task in sorted(range(len(predicted)), key=lambda task: -predicted[task]):
        load, shard = least[0]
        shards[shard].append(task)
        heapq.heapreplace(least, (load + predicted[task], shard))
    return [sorted(shard) for shard in shards]


def by_shards(shards, seconds, cluster):
    """A free node takes the next shard. A failed node loses its running tasks; when it is back, the
    shard continues. Returns the time of the whole count and the number of failures."""
    fails = [cluster.rng.expovariate(1 / cluster.fails) for _ in range(cluster.nodes)]
    waiting = [(0, number, tasks) for number, tasks in enumerate(shards)]
    free = [(0, node) for node in range(cluster.nodes)]
    wall = failures = 0
    while free:
        now, node = heapq.heappop(free)
        if not waiting or waiting[0][0] > now:
            continue
        _, number, tasks = heapq.heappop(waiting)
        cores, ends = [now + START] * cluster.cores, []
        for task in tasks:
            ends.append(cores[0] + seconds[task] / cluster.speeds[node])
            heapq.heapreplace(cores, ends[-1])
        end = max(ends)
        if fails[node] < end:
            failures += 1
            left = [task for task, end in zip(tasks, ends) if end > fails[node]]
            end = fails[node] + RESTART
            heapq.heappush(waiting, (end, number, left))
            fails[node] = end + cluster.rng.expovariate(1 / cluster.fails)
        wall = max(wall, end)
        heapq.heappush(free, (end, node))
    return wall, failures


def by_ranges(predicted, seconds, cluster):
    """A rank asks for a range when none of its tasks waits, and sends what it has finished. When a
    node fails, the job ends and starts again without what was not sent. Returns as by_shards."""
    waiting, left = collections.deque(range(len(predicted))), sum(predicted)
    wall = failures = again = 0
    while waiting:
        fail = again + cluster.rng.expovariate(cluster.nodes / cluster.fails)
        asks = [(again + START, node) for node in range(cluster.nodes)]
        cores = [[again] * cluster.cores for _ in asks]
        running = [[] for _ in asks]  # (end, task), also finished ones not yet sent
        busy = 0
        while asks and asks[0][0] < fail:
            wall, node = heapq.heappop(asks)
            sent = len(running[node])
            running[node] = [pair for pair in running[node] if pair[0] > wall]
            busy = max(busy, wall) + SERVICE * (1 + sent - len(running[node]))
            most, size, number = min(RANGE * cluster.cores, left / (2 * cluster.nodes)), 0, 0
            ask = max(running[node], default=(None,))[0]  # None left: it sends the last tallies
            while waiting and number < MAX_TASKS and (
                    number == 0 or size + predicted[waiting[0]] <= most):
                task = waiting.popleft()
                ask = max(cores[node][0], busy + LATENCY)
                end = ask + seconds[task] / cluster.speeds[node]
                heapq.heapreplace(cores[node], end)
                running[node].append((end, task))
                size += predicted[task]
                number += 1
            left -= size
            if ask is not None:
                heapq.heappush(asks, (ask, node))
        if asks:  # the job ended early
            failures += 1
            again = fail + RESTART
            lost = [task for tasks in running for _, task in tasks]
            waiting.extend(lost)
            left += sum(predicted[task] for task in lost)
    return wall, failures


def run_once(seed, predicted, errors, shards, nodes, cores, uneven, fails):
    """`errors`: ratios of measured to predicted seconds, and their weights."""
    rng = random.Random(seed)
    speeds = [rng.lognormvariate(0, uneven) for _ in range(nodes)]
    ratios = rng.choices(*errors, k=len(predicted))
    seconds = array.array("d", map(float.__mul__, predicted, ratios))
    cluster = Cluster(nodes, cores, speeds, fails, rng)
    return (by_shards(shards, seconds, cluster) if shards
            else by_ranges(predicted, seconds, cluster))


def simulate(lines, cores, uneven=(0,), node=32, fails=86400 * 365 / 12, runs=3):
    """Of lines with the predicted seconds of all tasks of plans and with measured tasks of the same
    boards: yields a record for each plan, number of cores, way and part of `uneven`, the standard
    deviation of the speeds of nodes: means of the runs. `node`: cores of a node; `fails`: mean
    seconds between failures of a node."""
    plans, ratios, weights = read(lines)
    for ((board, depth), predicted), number in itertools.product(plans.items(), cores):
        errors = ratios[board], weights[board]
        pace = sum(map(float.__mul__, *errors)) / sum(weights[board])
        coarsest = min(sum(plan) for (other, _), plan in plans.items() if other == board)
        nodes = max(1, number // node)
        for way, shards_a_node in SHARDS_A_NODE.items():
            if nodes * shards_a_node > len(predicted):
                continue
            shards = deal(predicted, nodes * shards_a_node) if shards_a_node else None
            for part in uneven:
                took = [run_once(seed, predicted, errors, shards, nodes, number // nodes, part, fails)
                        for seed in range(runs)]
                wall, failures = (sum(figures) / runs for figures in zip(*took))
                yield {"depth": depth, "tasks": len(predicted), "cores": number,
                       "at_best": pace * coarsest / number, "way": way, "uneven": part,
                       "seconds": wall, "failures": failures}
