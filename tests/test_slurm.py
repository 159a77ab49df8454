"""The array script of `docs/scale.md`, run as SLURM would run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from simcore.cli.main import main
from simcore.runfolder import open_folder

ROOT = Path(__file__).parents[1]
N_SHARDS = 3
SESSIONS = "20000"


def array_script() -> str:
    """Return the script on the page, for a run that takes no hours."""
    text = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```bash\n(#!/bin/bash\n#SBATCH.*?)```", text, re.DOTALL)
    assert script.count("--sessions 200000000") == 1
    return str(script).replace("200000000", f"{SESSIONS} --strategies random")


@pytest.mark.skipif(os.name == "nt", reason="a script for bash")
def test_the_array_script_makes_the_run(tmp_path, monkeypatch):
    results = tmp_path / "results"
    monkeypatch.setenv("SIMCORE_RESULTS", str(results))
    (tmp_path / "study.sh").write_text(array_script(), encoding="utf-8")
    # The command of this Python, whichever is installed.
    command = tmp_path / "bin" / "simcore"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m simcore "$@"\n')
    command.chmod(0o755)
    known = {
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "SLURM_ARRAY_TASK_COUNT": str(N_SHARDS),
        "SLURM_CPUS_PER_TASK": "1",
        "SLURM_SUBMIT_DIR": str(tmp_path),
    }
    loop = "for SLURM_ARRAY_TASK_ID in 1 2 3; do export SLURM_ARRAY_TASK_ID; \
bash study.sh; done"
    subprocess.run(
        ["bash", "-euc", loop], cwd=tmp_path, env=os.environ | known, check=True
    )
    words = ["merge", "study", "--format", "csv", "--output", str(tmp_path / "all.csv")]
    merged = CliRunner().invoke(main, words, standalone_mode=False)
    assert merged.exception is None
    run = ["run", "kratzen", "--strategies", "random", "--sessions", SESSIONS]
    whole = CliRunner().invoke(main, [*run, "--seed", "7", "--format", "csv"])
    assert merged.stdout == whole.stdout == (tmp_path / "all.csv").read_text()
    shards = [open_folder(f"study.{i}of{N_SHARDS}") for i in range(1, N_SHARDS + 1)]
    assert all(shard.manifest.total > 0 for shard in shards)
