"""The Python package under a plain python3: networks, commands, types and its installation.

Started by tests/python/run, with `toroid` on the PATH."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import typing
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import toroid  # noqa: E402
import toroid.results  # noqa: E402
import write_results  # noqa: E402


class Networks(unittest.TestCase):
    def test_messages_take_the_cycles_of_their_links_and_flits(self):
        with toroid.Network("--host ring:9") as net:
            self.assertEqual((net.nodes, net.cycle, net.under_way), (9, 0, 0))
            net.inject(2, 6, tag=2**64 - 1)
            net.inject(3, 5, flits=20, cycle=100)
            self.assertEqual(net.under_way, 2)
            self.assertEqual(net.next(), [toroid.Message(2**64 - 1, 2, 6, 1, 0, 0, 6)])
            self.assertEqual(net.cycle, 6)
            self.assertEqual(net.next(limit=50), [])
            self.assertEqual(net.cycle, 50)
            (last,) = net.run()
            self.assertEqual((last.delivered, last.latency), (123, 23))
            self.assertEqual(net.run(), [])
            self.assertEqual(net.advance(10**18), [])
            self.assertEqual(net.cycle, 10**18)

    def test_more_messages_than_are_taken_at_once(self):
        with toroid.Network("--host torus:4x4") as net:
            for tag in range(3000):
                net.inject(tag % 16, (tag + 5) % 16, tag=tag)
            self.assertEqual(sorted(one.tag for one in net.advance(5000)), list(range(3000)))

    def test_links_count(self):
        with toroid.Network("--host line:3") as net:
            net.inject(0, 2, flits=7)
            net.run()
            self.assertEqual(sorted(net.links()), [(0, 1, 7), (1, 0, 0), (1, 2, 7), (2, 1, 0)])

    def test_held_nodes_are_stuck_until_they_are_let_go(self):
        with toroid.Network("--host line:4") as net:
            net.hold(3)
            net.inject(0, 3, flits=200)
            with self.assertRaisesRegex(toroid.Stuck, "held nodes have flits offered to them: \\(3\\)"):
                net.run()
            self.assertEqual(net.advance(1000), [])
            net.hold(3, False)
            self.assertEqual(len(net.run()), 1)

    def test_every_engine_takes_the_same_cycles(self):
        def cycles(engine):
            with toroid.Network("--host torus:3x5", engine) as net:
                for node in range(15):
                    net.inject(node, (node + 7) % 15, flits=9)
                return net.run()

        self.assertEqual(cycles("model"), cycles("nodes"))

    def test_options_may_be_named(self):
        with toroid.Network("--host torus:4x4 --dead-links 0-1,5-6") as typed:
            with toroid.Network(host="torus:4x4", dead_links=["0-1", "5-6"], tkeep=False) as named:
                for net in (typed, named):
                    net.inject(0, 1, flits=4)
                self.assertEqual(typed.run(), named.run())
                self.assertEqual(typed.links(), named.links())

    def test_faults_are_exceptions_with_the_text_of_the_program(self):
        with self.assertRaisesRegex(toroid.ToroidError, "^toroid: error: --host: torus:1x4: "):
            toroid.Network("--host torus:1x4")
        with self.assertRaisesRegex(toroid.ToroidError, "^toroid: error: --host: torus:1x4: "):
            toroid.Network(host="torus:1x4")
        for options in ({}, {"options": "--host torus:4x4", "ports": "all"}):
            with self.assertRaisesRegex(toroid.ToroidError, "options: are one text or named ones"):
                toroid.Network(**options)
        with self.assertRaisesRegex(toroid.ToroidError, "engine: fast: is unknown; model, nodes"):
            toroid.Network("--host torus:4x4", "fast")
        with toroid.Network("--host torus:4x4") as net:
            for arguments, text in (
                ((16, 1), "source: 16: is out of range; allowed are whole numbers from 0 to 15"),
                ((2**32, 1), "source: 4294967296: is out of range"),
                ((1, 1), "destination: 1: is where 1 is"),
                ((1, 2, 0), "flits: 0: is out of range"),
                ((1, 2, 1, -1), "tag: -1: is out of range"),
                ((1, 2, 1, 0, -1), "cycle: -1: is out of range"),
            ):
                with self.assertRaisesRegex(toroid.ToroidError, text):
                    net.inject(*arguments)
            with self.assertRaises(TypeError):
                net.inject("a", 1)
            self.assertEqual(net.under_way, 0)
        self.assertEqual(net.run(), [])
        for call in (lambda: net.inject(0, 1), lambda: net.advance(1), lambda: net.hold(1)):
            with self.assertRaisesRegex(toroid.ToroidError, "the network is closed"):
                call()

    def test_version_is_that_of_the_program(self):
        said = subprocess.run(["toroid", "--version"], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout, f"toroid {toroid.version()}\n")


class Commands(unittest.TestCase):
    def test_a_run_is_that_of_the_command_line(self):
        run = toroid.simulate(host="torus:4x4", traffic="uniform", rate=0.2, cycles=200, engine="model")
        said = subprocess.run(
            "toroid simulate --host torus:4x4 --traffic uniform --rate 0.2 --cycles 200 --engine model "
            "--quiet --format json", shell=True, capture_output=True, text=True, check=True)
        expected = json.loads(said.stdout)
        del expected["speed"], run.data["speed"]
        self.assertEqual(run.data, expected)
        self.assertTrue(run.passed)
        self.assertEqual(run.cycles, expected["reference_cycles"])
        links = run.links()
        self.assertEqual(sum(links["flits"]), sum(load[2] for load in expected["links"]["loads"]))
        self.assertEqual(len(links["from"]), len(links["to"]))

    def test_a_sweep_is_a_table(self):
        sweep = toroid.sweep(host=["ring:4", "line:4"], traffic="uniform", rate=[0.1, 0.3], cycles=400, warmup=100,
                             engine="model")
        table = sweep.table()
        self.assertEqual(table["network"], ["ring:4", "ring:4", "line:4", "line:4"])
        self.assertEqual(table["rate"], [0.1, 0.3, 0.1, 0.3])
        self.assertEqual({len(column) for column in table.values()}, {4})
        self.assertLess(table["latency"][0], table["latency"][3])

    def test_flags_and_faults(self):
        broken = toroid.check(host="ring:8", without="dateline")
        self.assertFalse(broken.passed)
        self.assertEqual(repr(broken), "<toroid check: found faults>")
        self.assertTrue(toroid.check(host="torus:4x4", routes=True, dead_links="0-1").passed)
        with self.assertRaisesRegex(toroid.ToroidError, "--colour"):
            toroid.simulate(host="torus:4x4", colour="red")

    def test_every_command_answers(self):
        guest = {"guest": "hypercube:4", "host": "torus:4x4", "embedding": "xor"}
        self.assertEqual(toroid.map_(**guest)["command"], "map")
        self.assertEqual(toroid.schedule(**guest, task="0,4", schedule="offset")["conflicts"], 0)
        self.assertEqual(toroid.cost(**guest, schedule="offset", elements=64)["command"], "cost")
        self.assertEqual(toroid.doctor()["command"], "doctor")
        with tempfile.TemporaryDirectory() as folder:
            self.assertTrue(toroid.generate(f"{folder}/net", host="ring:4")["files"])
        before = toroid.simulate(host="ring:4", traffic="uniform", engine="model")
        after = toroid.simulate(host="ring:4", traffic="uniform", engine="model", buffer_depth=2)
        self.assertTrue(toroid.compare(before, before).passed)
        self.assertEqual(toroid.compare(before, after, tolerance=1)["command"], "compare")

    def test_notebooks_show_the_report(self):
        shown = toroid.map_(guest="hypercube:4", host="torus:4x4", embedding="xor")._repr_html_()
        self.assertTrue(shown.startswith('<iframe srcdoc="&lt;!'))
        self.assertTrue("&quot;embedding&quot;:&quot;xor&quot;" in shown)


class Types(unittest.TestCase):
    def test_are_those_of_the_schema(self):
        written = (ROOT / "python/toroid/results.py").read_text(encoding="utf-8")
        self.assertEqual(written, write_results.text_of_results(), "run python/write_results.py")

    def check_value(self, value, kind, where):
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if kind is typing.Any:
            return
        if typing.is_typeddict(kind):
            members = typing.get_type_hints(kind)
            self.assertEqual(set(value), set(members), where)
            for name, of in members.items():
                self.check_value(value[name], of, f"{where}.{name}")
        elif origin is list:
            for one in value:
                self.check_value(one, arguments[0], where)
        elif origin is dict:
            for one in value.values():
                self.check_value(one, arguments[1], where)
        elif origin is typing.Literal:
            self.assertIn(value, arguments, where)
        elif arguments:
            kinds = [one for one in arguments if self.may_be(value, one)]
            self.assertTrue(kinds, f"{where}: {value!r}")
            self.check_value(value, kinds[0], where)
        else:
            self.assertTrue(self.may_be(value, kind), f"{where}: {value!r} is no {kind}")

    @staticmethod
    def may_be(value, kind):
        if kind is type(None) or value is None:
            return kind is type(None) and value is None
        if typing.is_typeddict(kind):
            return isinstance(value, dict) and set(value) == set(typing.get_type_hints(kind))
        if typing.get_origin(kind) is typing.Literal:
            return value in typing.get_args(kind)
        plain = typing.get_origin(kind) or kind
        return isinstance(value, (int, float)) if plain is float else isinstance(value, plain)

    def test_describe_what_commands_print(self):
        guest = {"guest": "hypercube:4", "host": "torus:4x4", "embedding": "xor"}
        for result, kind in (
            (toroid.map_(**guest), toroid.results.Map),
            (toroid.schedule(**guest, task="0,4", schedule="offset"), toroid.results.Schedule),
            (toroid.simulate(**guest, traffic="cc-cube", schedule="offset", engine="model"), toroid.results.Simulate),
            (toroid.check(host="torus:4x4"), toroid.results.CheckResult),
            (toroid.cost(**guest, schedule="offset", elements=64), toroid.results.CostResult),
            (toroid.sweep(host="ring:4", traffic="uniform", rate=0.1, cycles=200, warmup=50, engine="model"),
             toroid.results.Sweep),
            (toroid.doctor(), toroid.results.Doctor),
        ):
            self.check_value(result.data, kind, result["command"])


class Installation(unittest.TestCase):
    def test_pip_needs_no_network(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [sys.executable, "-c",
                 "import sys; sys.path.insert(0, '.'); import backend; backend.build_wheel(sys.argv[1])", folder],
                cwd=ROOT / "python", check=True)
            wheel = f"{folder}/toroid-{toroid.version()}-py3-none-any.whl"
            if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
                self.skipTest("there is no pip")
            command = [sys.executable, "-m", "pip", "install", "--no-index", "--quiet", "--target", f"{folder}/there"]
            subprocess.run([*command, str(ROOT / "python")], check=True, capture_output=True)
            subprocess.run([*command, "--upgrade", wheel], check=True, capture_output=True)
            said = subprocess.run(
                [sys.executable, "-c", "import toroid; print(toroid.__file__, toroid.version())"],
                cwd=folder, env=os.environ | {"PYTHONPATH": f"{folder}/there"},
                capture_output=True, text=True, check=True)
            self.assertEqual(said.stdout, f"{folder}/there/toroid/__init__.py {toroid.version()}\n")


class Tutorial(unittest.TestCase):
    def test_says_what_happens(self):
        page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```\n(?:\nIt prints\n\n((?:    [^\n]*\n)+))?", page, re.DOTALL)
        self.assertGreaterEqual(len(blocks), 3)
        printed = 0
        with tempfile.TemporaryDirectory() as folder:
            for code, expected in blocks:
                said = subprocess.run(
                    [sys.executable, "-c", code], cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT / "python")},
                    capture_output=True, text=True, check=False)
                self.assertEqual(said.returncode, 0, said.stderr)
                if expected:
                    printed += 1
                    self.assertEqual(said.stdout, re.sub("^    ", "", expected, flags=re.MULTILINE))
            self.assertIn("<svg", pathlib.Path(folder, "latency.svg").read_text(encoding="utf-8"))
        self.assertGreaterEqual(printed, 2)


if __name__ == "__main__":
    unittest.main()
