"""nqueens info: what is built in and what the machine offers."""

import os

import program
from program import ProgramTest


class Info(ProgramTest):
    def test_the_text_names_every_part(self):
        text = self.succeed("info")
        caches = ["caches"] if self.json_of("info")["host"]["caches"] else []  # may be hidden
        for name in (*caches, "reference", "bitmask", "min-conflicts", "qs4", "processor",
                     "cores", "numa nodes", "memory", "instruction sets", "version", "compiler",
                     "libraries"):
            self.assertRegex(text, rf"(?m)^  {name} +\S")
        self.assertRegex(text, r"(?m)^ +instruction sets portable, \w+.*; cut into rows$"
                         if "bmi2" in text else r"(?m)^ +instruction set portable; cut into rows$")

    def test_engines_use_the_best_set_of_the_machine(self):
        answer = self.json_of("info")
        self.assertEqual(answer["command"], "info")
        for engine in answer["engines"]:
            self.assertTrue(engine["name"] and engine["summary"] and engine["decomposition"])
            self.assertEqual(engine["instruction_sets"][-1], engine["instruction_set"])
            self.assertLessEqual(set(engine["instruction_sets"]),
                                 set(answer["host"]["instruction_sets"]))
        for algorithm in answer["algorithms"]:
            self.assertTrue(algorithm["name"] and algorithm["summary"])
        host = answer["host"]
        self.assertLessEqual(host["usable_processors"], host["processors"])
        self.assertLessEqual(host["usable_processors"], len(os.sched_getaffinity(0)))
        self.assertGreaterEqual(host["numa_nodes"], 1)
        self.assertGreater(host["memory_bytes"], host["available_memory_bytes"] // 2)
        for cache in host["caches"]:
            self.assertGreater(cache["bytes"], 0)
        self.assertTrue(any("TBB" in name for name in answer["build"]["libraries"]))
        self.assertEqual(f"nqueens {answer['build']['version']}\n", self.succeed("--version"))

    def test_made_up_machines_of_the_environment_are_not_read(self):
        processors = self.json_of("info")["host"]["processors"]
        for components in ({}, {"HWLOC_COMPONENTS": "synthetic"}, {"HWLOC_COMPONENTS": "xml"}):
            for machine in ("", "garbage", "pack:1000 core:1000 pu:8", "pu:1"):
                told = self.json_of("info", env={"HWLOC_SYNTHETIC": machine, **components,
                                                "HWLOC_XMLFILE": "/etc/passwd"})
                self.assertEqual(told["host"]["processors"], processors)

    def test_affinity_is_heeded(self):
        one = {min(os.sched_getaffinity(0))}
        process = program.start("info", "--json",
                                preexec_fn=lambda: os.sched_setaffinity(0, one))
        output = process.communicate(timeout=60)[0]
        self.assertIn('"usable_processors":1,', output)
