#!/usr/bin/env python3
"""Simulates counts by plans of a few tasks, whose times are worked out by hand."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from reproduction import simulate_cluster

HEAD = "board,depth,tasks,task,stands_for,predicted_seconds,first_seconds,seconds\n"
START = 1
ASK = 0.002  # and some 0.00001 s for each request and tally


def plan(depth, *predicted):
    return "".join(f"20,{depth},{len(predicted)},{task},1,{seconds},,\n"
                   for task, seconds in enumerate(predicted))


def measured(*pairs):
    return "".join(f"20,0,9,{task},1,{predicted},9,{seconds}\n"
                   for task, (predicted, seconds) in enumerate(pairs))


AS_PREDICTED = measured((1, 1))


def simulate(text, cores, **settings):
    rows = list(simulate_cluster.simulate((HEAD + text).splitlines(), cores, **settings))
    for row in rows:
        row["efficiency"] = row["at_best"] / row["seconds"]
    return rows


def seconds(text, cores, node):
    """Way -> seconds."""
    return {row["way"]: row["seconds"] for row in simulate(text, [cores], node=node, fails=1e30, runs=1)}


class Times(unittest.TestCase):
    def test_one_core_takes_the_sum(self):
        took = seconds(AS_PREDICTED + plan(0, *range(1, 11)), 1, 1)
        self.assertEqual((took["shards"], took["array"]), (START + 55, START + 55 + 7 * START))
        self.assertAlmostEqual(took["ranges"], START + 55 + ASK, delta=0.01)

    def test_equal_tasks_come_in_rounds_and_one_long_task_is_the_floor(self):
        cores = (4, 4)
        took = seconds(AS_PREDICTED + plan(0, *[3] * 10), *cores)
        self.assertEqual(took["shards"], START + 9)
        self.assertAlmostEqual(took["ranges"], START + 9, delta=0.1)
        took = seconds(AS_PREDICTED + plan(0, 100, *[3] * 10), *cores)
        self.assertEqual(took["shards"], START + 100)
        self.assertAlmostEqual(took["ranges"], START + 100, delta=0.1)

    def test_shards_are_dealt_by_the_longest_task_first(self):
        took = seconds(AS_PREDICTED + plan(0, 2, 3, 2, 3, 2), 2, 1)
        self.assertEqual(took["shards"], START + 3 + 2 + 2)
        self.assertNotIn("array", took)  # more shards than tasks
        self.assertAlmostEqual(took["ranges"], START + 2 + 2 + 2, delta=0.1)

    def test_times_are_those_of_measured_tasks(self):
        text = measured((1, 2)) + plan(0, *[5] * 8) + plan(1, *[6] * 8)
        coarse, fine = (row for row in simulate(text, [4], node=4, fails=1e30)
                        if row["way"] == "shards")
        self.assertEqual([coarse[name] for name in ("at_best", "seconds", "failures")], [20, START + 20, 0])
        self.assertEqual([fine[name] for name in ("at_best", "seconds")], [20, START + 24])
        # Half of the work takes twice as long as predicted, and half of it three times.
        both = measured((10, 20), (1, 3), (9, 27)) + plan(0, *[1] * 1000)
        took = seconds(both, 1, 1)
        self.assertAlmostEqual(took["shards"], 2500, delta=100)

    def test_ranges_outrun_shards_on_uneven_nodes(self):
        rows = simulate(AS_PREDICTED + plan(0, *[1] * 1000), [10], node=1, uneven=[0, 0.3], fails=1e30)
        even, uneven = ({row["way"]: row["efficiency"] for row in rows if row["uneven"] == part}
                        for part in (0, 0.3))
        self.assertGreater(even["shards"], 0.98)
        self.assertLess(uneven["shards"], 0.85)
        self.assertGreater(uneven["ranges"], 0.9)


class Failures(unittest.TestCase):
    def test_they_come_at_their_rate_and_lose_what_was_running(self):
        text = AS_PREDICTED + plan(0, *[10] * 1000)
        rows = simulate(text, [1], node=1, fails=1000, runs=20)
        for row in rows:
            took, failures = row["seconds"], row["failures"]
            # Each costs 300 s and on average half a task; the time between them is 1000 s.
            self.assertAlmostEqual(failures, took / 1300, delta=1.5, msg=row)
            self.assertAlmostEqual(took - 10_000, 306 * failures, delta=100, msg=row)

    def test_the_same_input_gives_the_same_output(self):
        text = measured((1, 1), (1, 2)) + plan(0, *range(1, 200))
        first, second = (simulate(text, [8, 64], uneven=[0.1], fails=100) for _ in range(2))
        self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()
