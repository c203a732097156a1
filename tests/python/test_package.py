# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""resources/python/streamscope against the real program (STREAMSCOPE_PROGRAM)."""

import os
import pathlib
import sys
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "resources" / "python"))

import streamscope  # noqa: E402

trace_file = root / "tests/data/whatif/sync-remove.before.json.gz"

try:
    import pandas
except ImportError:
    pandas = None


class Traces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.trace = streamscope.open(trace_file)

    def test_operations_are_columns(self):
        operations = self.trace.operations
        self.assertEqual(len({len(column) for column in operations.values()}), 1)
        self.assertEqual(len(operations), len(operations["kind"]))
        kernels = operations.where(kind="kernel")
        self.assertGreater(len(kernels), 100)
        self.assertTrue(all(isinstance(start, float) for start in kernels["start_us"]))
        self.assertTrue(all(end > start for start, end in zip(kernels["start_us"], kernels["end_us"])))
        self.assertIsInstance(kernels.row(0)["name"], str)
        self.assertIsNone(operations.where(kind="sync")["ready_us"][0])  # not known is not zero
        with self.assertRaisesRegex(KeyError, "no column 'kinds'; there are index"):
            operations.where(kinds="kernel")

    def test_busy_time_is_that_of_the_report(self):
        kernels = self.trace.operations.where(kind="kernel")
        sums = sum(end - start for start, end in zip(kernels["start_us"], kernels["end_us"]))
        report = self.trace.analyze(advice=False)
        self.assertAlmostEqual(sums, report["devices"]["0"]["union_ns"]["kernel"] / 1000, delta=1)  # one stream
        self.assertEqual(report["format"], "streamscope-report")

    def test_advice_and_its_prediction(self):
        advice = self.trace.advice()
        self.assertEqual(advice["change"][0], "unsync")
        self.assertEqual(list(advice["gain_percent"]), sorted(advice["gain_percent"], reverse=True))
        prediction = self.trace.whatif("unsync")
        self.assertAlmostEqual(prediction["gain_percent"], advice["gain_percent"][0], delta=0.01)
        self.assertLess(prediction["predicted_us"], prediction["measured_us"])
        self.assertEqual(prediction.changes, ["unsync"])
        self.assertIn("gain 22", repr(prediction))
        self.assertIn("<svg", prediction._repr_html_())

    def test_a_range_is_less(self):
        part = self.trace.select("1ms:2ms")
        self.assertLess(len(part.operations), len(self.trace.operations) / 2)
        self.assertTrue(part.operations)

    def test_notebook(self):
        shown = self.trace._repr_html_()
        self.assertIn("<svg", shown)
        self.assertIn("The host waits for the GPU 149 times", shown)
        self.assertEqual(self.trace.png(scale=0.5)[:8], b"\x89PNG\r\n\x1a\n")
        table = self.trace.operations._repr_html_()
        self.assertIn(f"{len(self.trace.operations) - 20} more rows", table)
        self.assertNotIn("<script", streamscope.Table({"<script>": ["<b>"]})._repr_html_())

    @unittest.skipUnless(pandas, "no pandas here")
    def test_pandas(self):
        frame = self.trace.operations.to_pandas()
        self.assertEqual(len(frame), len(self.trace.operations))
        by_kind = frame.assign(us=frame.end_us - frame.start_us).groupby("kind").us.sum()
        self.assertGreater(by_kind["kernel"], 1000)
        self.assertEqual(frame.start_us.dtype.kind, "f")
        self.assertEqual(pandas.DataFrame(streamscope.Table({"a": [1, None]})).a.isna().sum(), 1)


class Lab(unittest.TestCase):
    def test_run(self):
        run = streamscope.run("two-stream-exercise")
        self.assertEqual(run.makespan_us, 4000)
        self.assertTrue(run.simulated)
        self.assertEqual(run.analyze()["speedup"], 1.5)
        self.assertEqual(len(run.operations.where(kind="kernel")), 2)
        self.assertIn("Simulated run", repr(run))
        self.assertEqual(streamscope.run("two-stream-exercise", streams=1).makespan_us, 6000)

    def test_sweep(self):
        table = streamscope.sweep("two-stream-exercise", {"streams": [1, 2], "chunks": "2,4"})
        self.assertEqual(len(table), 4)
        self.assertEqual(table.where(streams=2, chunks=2)["makespan_us"], [4000])

    def test_lists(self):
        self.assertIn("sim:h200", [device["id"] for device in streamscope.devices()])
        found = streamscope.experiments("VLM stages")
        self.assertEqual([example["name"] for example in found["examples"]], ["VLM stages"])
        self.assertRegex(streamscope.version(), r"^\d+\.\d+")


class Mistakes(unittest.TestCase):
    def test_say_what_the_program_says(self):
        with self.assertRaisesRegex(streamscope.InputError, "there is no such file"):
            streamscope.open("no-such-file.json")
        with self.assertRaisesRegex(streamscope.InputError, "strems"):
            streamscope.run("two-stream-exercise", strems=2)
        with self.assertRaisesRegex(streamscope.InputError, "no change is named"):
            streamscope.open(trace_file).whatif()
        with self.assertRaises(streamscope.InputError):
            streamscope.open(trace_file).whatif("nonsense")
        with self.assertRaises(streamscope.InputError):
            streamscope.open(__file__).operations
        with self.assertRaisesRegex(streamscope.InputError, "a list of words"):
            streamscope.record("python3 train.py")

    def test_names_that_look_like_options(self):
        with self.assertRaisesRegex(streamscope.InputError, "--help"):
            streamscope.Trace("--help").operations

    def test_no_program(self):
        before = os.environ["STREAMSCOPE_PROGRAM"]
        os.environ["STREAMSCOPE_PROGRAM"] = "/no/such/program"
        try:
            with self.assertRaisesRegex(streamscope.StreamScopeError, "/no/such/program cannot be run"):
                streamscope.version()
        finally:
            os.environ["STREAMSCOPE_PROGRAM"] = before

    def test_a_program_that_uses_no_gpu(self):
        with self.assertRaisesRegex(streamscope.RunError, "nothing on a GPU|recorder"):
            streamscope.record(["true"])
        with self.assertRaises(streamscope.RunError):
            streamscope.record(["false"])


if __name__ == "__main__":
    unittest.main()
