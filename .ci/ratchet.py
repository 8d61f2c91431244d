"""Run the golden flows and hold the recorded score: never fewer passes than docs/scores.md says, no wrong action.

    ratchet.py SUITE METNOS SCORES

A wrong action is a flow after which the home is not as it should be although the turn claimed an answer: something
unexpected is new, gone or changed. A miss (nothing done) is only a miss.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

WRONG = ("unexpected new", "unexpectedly gone", "unexpectedly changed", "the home changed", "changed the home",
         "should be unchanged", "written outside the home", "created outside the home", "after changing the home")


def recorded(scores):
    with open(scores, encoding="utf-8") as source:
        found = re.search(r"golden flows passed \| (\d+)", source.read())
    return int(found.group(1)) if found else 0


def main(suite, metnos, scores):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        run = subprocess.run([sys.executable, os.path.join(suite, "run.py"), "--metnos", os.path.abspath(metnos),
                              "--report", report], capture_output=True, text=True, check=False)
        if not os.path.exists(report):
            print(run.stdout[-2000:], run.stderr[-2000:])
            return 1
        with open(report, encoding="utf-8") as source:
            flows = json.load(source)["flows"]
    passed = sum(f["passed"] for f in flows)
    wrong = [f for f in flows if any(mark in reason for reason in f["reasons"] for mark in WRONG)]
    floor = recorded(scores)
    print("golden flows: %d of %d pass (recorded %d), %d wrong actions" % (passed, len(flows), floor, len(wrong)))
    for flow in wrong:
        print("WRONG %s: %s" % (flow["id"], "; ".join(flow["reasons"])))
    return 0 if passed >= floor and not wrong else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
