"""A Dask cluster: the bits of threads, whatever happens to its workers."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import simcore.connecting
import simcore.pool
import simcore.remote
from simcore.cli.main import start
from simcore.cluster import Cluster
from simcore.connecting import workers_of
from simcore.duel_play import Played, play_duel
from simcore.errors import StrategyError, UsageError
from simcore.executing import Task
from simcore.plan import Plan
from simcore.pool import ClusterError, Pool
from simcore.runner import Outcome, run_plan
from tests.games.helpers import make_plan
from tests.kept_runs import folder_of, go_on
from tests.plugin_files import CALL, FINE, spoil
from tests.plugin_files import plan as plan_of
from tests.test_duel import made

distributed = pytest.importorskip("distributed")

N_CHUNKS = 12
PATIENCE = 120
"""Seconds that nothing here takes, unless it hangs."""


def new_scheduler(**values):
    """Return a scheduler in this process, with workers or without."""
    return distributed.LocalCluster(
        n_workers=values.pop("n_workers", 0),
        protocol="tcp",
        dashboard_address="localhost:0",
        silence_logs=logging.CRITICAL,
        **values,
    )


class Log(distributed.SchedulerPlugin):
    """Notes which worker has done how many chunks."""

    def __init__(self):
        self.chunks = Counter()

    def transition(self, key, start, finish, *args, worker=None, **rest):
        is_chunk = str(key).startswith("simcore-")
        if is_chunk and (start, finish) == ("processing", "memory"):
            self.chunks[worker] += 1


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """Return a scheduler with two workers, processes that lie in other folders."""
    with new_scheduler() as cluster:
        cluster.processes = []
        cluster.folder = tmp_path_factory.mktemp("workers")
        cluster.log = Log()
        cluster.scheduler.add_plugin(cluster.log)
        yield cluster
        for process in cluster.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(scheduler):
    """Return an executor of two workers; those that were killed are replaced."""
    alive = [one for one in scheduler.processes if one.poll() is None]
    new = [start_worker(scheduler) for _ in range(2 - len(alive))]
    scheduler.processes = alive + new
    scheduler.log.chunks.clear()
    with workers_of(scheduler.scheduler_address, print) as found:
        found._pool.client.wait_for_workers(2, timeout=PATIENCE)
        yield found


def start_worker(scheduler):
    """Start a worker that nobody starts again when it dies."""
    words = ("--no-nanny", "--no-dashboard", "--nthreads", "1", "--death-timeout", "60")
    address = scheduler.scheduler_address
    return subprocess.Popen(
        [sys.executable, "-m", "dask", "worker", address, *words],
        cwd=scheduler.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Return a plan of some chunks, the last of which is not whole."""
    one = make_plan("random", deals=2000, seed=11)
    return replace(one, sessions=N_CHUNKS * one.chunk_sessions - 100)


@pytest.fixture(scope="module")
def outcome(plan) -> Outcome:
    """Return what the plan gives on one thread."""
    return run_plan(plan, 1)


def all_tasks(plan: Plan):
    """Yield the tasks of a plan."""
    return (Task(plan, index) for index in range(plan.n_chunks))


def test_two_workers_give_the_bits_of_one_thread(cluster, plan, outcome):
    seen = []
    again = run_plan(plan, executor=cluster, progress=lambda *done: seen.append(done))
    assert again.is_complete
    assert np.array_equal(again.sums, outcome.sums)
    assert len(seen) == N_CHUNKS + 1
    assert seen[-1] == (plan.sessions, plan.sessions)


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """Return the file of a plug-in, named so that only this process can find it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(FINE)
    return tmp_path / "mine.py"


def test_workers_use_the_text_of_a_plug_in_that_they_do_not_have(cluster, plugin):
    plan = plan_of("mine.py(first=3),random,mine.py,bold", sessions=10_000)
    assert plan.n_chunks > 2
    assert np.array_equal(run_plan(plan, executor=cluster).sums, run_plan(plan, 2).sums)


def test_the_text_of_a_plug_in_is_checked_by_its_digest(cluster, plugin):
    order = json.loads(simcore.remote.write_order(plan_of("mine.py")))
    order["sources"][0]["text"] += "# changed\n"
    answer = cluster._pool.client.submit(
        simcore.remote.warm_up, json.dumps(order)
    ).result()
    assert isinstance(answer, UsageError)
    assert "has been changed" in str(answer)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("view.nothing", "call of strategy mine of mine.py does not compile"),
        ("99", "strategy mine of mine.py at seat"),
    ],
)
def test_mistakes_of_a_strategy_are_told_as_they_are_here(
    cluster, plugin, answer, words
):
    spoil(plugin, CALL, CALL.replace("return 0", f"return {answer}"))
    plan = plan_of("mine.py,random,random,random")
    with pytest.raises(StrategyError) as here:
        run_plan(plan, 1)
    with pytest.raises(StrategyError) as there:
        run_plan(plan, executor=cluster)
    assert words in str(here.value)
    assert str(there.value) == str(here.value)


def test_a_worker_that_is_killed_costs_its_chunks_and_nothing_else(
    cluster, scheduler, plan, outcome
):
    chunks = []
    for chunk in cluster.run(all_tasks(plan), np.zeros(1, np.uint8)):
        chunks.append(chunk)
        if len(chunks) == 3:
            before = Counter(scheduler.log.chunks)
            scheduler.processes[0].kill()
            scheduler.processes[0].wait()
    assert sorted(chunk.index for chunk in chunks) == list(range(N_CHUNKS))
    assert np.array_equal(sum(chunk.sums for chunk in chunks), outcome.sums)
    # The survivor did all that was not done by then, and maybe some of that again.
    (survivor,) = cluster._pool.client.nthreads()
    done = scheduler.log.chunks
    assert done[survivor] - before[survivor] >= N_CHUNKS - before.total() > 0


def test_a_run_that_is_stopped_leaves_the_cluster_to_the_next(cluster, plan, outcome):
    stop = np.zeros(1, np.uint8)
    found = []
    for chunk in cluster.run(all_tasks(plan), stop):
        found.append(chunk.index)
        if len(found) == 2:
            stop[0] = 1
    assert 2 <= len(found) < N_CHUNKS
    assert np.array_equal(run_plan(plan, executor=cluster).sums, outcome.sums)


def test_what_a_stopped_run_has_kept_is_not_done_again(
    cluster, scheduler, plan, outcome, tmp_path
):
    folder = folder_of(tmp_path / "night", plan)

    class Stopping:
        """An executor that is stopped when three chunks are there."""

        def run(self, tasks, stop):
            for number, chunk in enumerate(cluster.run(tasks, stop), 1):
                yield chunk
                stop[0] = number >= 3

    assert not go_on(folder, Stopping()).is_complete
    kept = sum(part.count for part in folder.parts(plan)._stored.values())
    assert 3 <= kept < N_CHUNKS
    scheduler.log.chunks.clear()
    assert np.array_equal(go_on(folder, cluster).sums, outcome.sums)
    assert scheduler.log.chunks.total() <= N_CHUNKS - kept


@pytest.mark.parametrize(
    "command",
    [
        "run kratzen --strategies random --deals 2000 --sessions 500 --no-save",
        "sweep kratzen --strategies random --deals 500 --sessions 600 --no-save"
        " --grid players=3,4 --grid cut=never,always",
        "duel kratzen normal random --deals 30 --sessions 2500",
        "duel klaberjass heuristic random --matches 300",
        "duel kratzen normal mine.py mine.py(first=3) --field random --pair deal"
        " --stop-when 0.001 --max 70000",
    ],
)
def test_commands_print_the_same_bytes(cluster, scheduler, plugin, command, capsys):
    words = [*command.split(), "--seed", "7", "--format", "csv"]
    found = []
    for more in ([], ["--executor", "dask", "--scheduler", cluster._pool.address]):
        with pytest.raises(SystemExit) as leaving:
            start([*words, *more])
        assert leaving.value.code == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1] != ""
    assert scheduler.log.chunks.total() >= 4


@pytest.fixture
def small_chunks(monkeypatch):
    """Cut duels into chunks of about a thousand deals."""
    monkeypatch.setattr("simcore.duel_plan.CHUNK_DEALS", 1 << 10)


N_DEALS = 12 * (1 << 10) - 100
"""So many deals are chunks of these tests, the last of which is not whole."""


def assert_same(one: Played, other: Played) -> None:
    """Assert that two duels came to the same bits."""
    for name, value in vars(one.sums).items():
        assert np.array_equal(value, getattr(other.sums, name)), name
    assert (one.is_decided, one.is_complete) == (other.is_decided, other.is_complete)


DUELS = [
    {"deals": N_DEALS, "sessions": 1, "pair": "deal"},
    {"deals": 30, "sessions": 400, "rules": {"bankroll": 40}},
    {"pair": "deal", "stop_when": 0.015, "maximum": 100_000},
]


@pytest.mark.parametrize("options", DUELS)
def test_a_duel_has_the_bits_of_threads(
    cluster, scheduler, plugin, small_chunks, options
):
    duel = made("kratzen", ["normal", "mine.py(first=3)", "mine.py:mine"], **options)
    seen = []
    there = play_duel(duel, 1, lambda *done: seen.append(done), None, cluster)
    assert_same(there, play_duel(duel, 2))
    assert there.is_complete
    assert there.is_decided == ("stop_when" in options)
    assert len(seen) > 5
    assert seen[-1] == (there.sums.n, duel.plan.sessions)
    assert scheduler.log.chunks.total() >= len(seen)


def test_a_worker_that_is_killed_costs_a_duel_nothing_else(
    cluster, scheduler, small_chunks
):
    duel = made("kratzen", ["normal", "bold"], **DUELS[0])
    seen = []

    def kill(done: int, total: int) -> None:
        seen.append(done)
        if len(seen) == 3:
            scheduler.processes[0].kill()
            scheduler.processes[0].wait()

    assert_same(play_duel(duel, 1, kill, None, cluster), play_duel(duel, 2))
    assert len(cluster._pool.client.nthreads()) == 1


def test_mistakes_in_a_duel_are_told_as_they_are_here(cluster, plugin):
    spoil(plugin, CALL, CALL.replace("return 0", "return 99"))
    duel = made("kratzen", ["random", "mine.py"], sessions=50, deals=10)
    with pytest.raises(StrategyError, match="strategy mine of mine") as here:
        play_duel(duel, 1)
    with pytest.raises(StrategyError) as there:
        play_duel(duel, 1, None, None, cluster)
    assert str(there.value) == str(here.value)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be signalled")
def test_ctrl_c_leaves_what_is_complete_of_a_duel(cluster, small_chunks):
    long = made("kratzen", ["normal", "bold"], deals=1, sessions=10**6, pair="deal")

    def interrupt(done: int, total: int) -> None:
        if done == 2 << 10:
            os.kill(os.getpid(), signal.SIGINT)

    there = play_duel(long, 1, interrupt, None, cluster)
    assert not there.is_complete
    assert 2 << 10 <= there.sums.n < 10**6
    prefix = replace(long, plan=replace(long.plan, sessions=there.sums.n))
    again = play_duel(prefix, 1, None, None, cluster)
    assert np.array_equal(again.sums.products, there.sums.products)


def test_a_scheduler_that_goes_away_leaves_what_is_complete_of_a_duel(small_chunks):
    duel = made("kratzen", ["normal", "bold"], deals=1, sessions=10**6, pair="deal")
    told = []
    with (
        new_scheduler(n_workers=1, threads_per_worker=1, processes=False) as alone,
        workers_of(alone.scheduler_address, told.append) as cluster,
    ):
        played = play_duel(duel, 1, lambda *_: alone.close(), None, cluster)
    assert not played.is_complete
    assert 1 << 10 <= played.sums.n < 10**6
    assert told[-1].startswith("Stopping here: the Dask scheduler at tcp://")


def test_workers_of_another_version_are_refused(cluster, plan, monkeypatch):
    monkeypatch.setattr(simcore.remote, "__version__", "0.0.1")
    with pytest.raises(UsageError, match=r"has simcore .* but this is simcore 0\.0\.1"):
        run_plan(plan, executor=cluster)
    monkeypatch.undo()
    monkeypatch.setattr(simcore.pool, "__version__", "0.0.2")
    with pytest.raises(ClusterError, match=r"but this is simcore 0\.0\.2; install"):
        run_plan(plan, executor=cluster)
    monkeypatch.undo()
    monkeypatch.setattr(simcore.remote, "engine_digest", lambda game: "0" * 16)
    with pytest.raises(UsageError, match="has other sources of simcore"):
        run_plan(plan, executor=cluster)


def test_workers_without_simcore_are_refused(cluster, plan, monkeypatch):
    missing = ModuleNotFoundError("No module named 'simcore'")
    monkeypatch.setattr(
        cluster._pool.client, "run", lambda *_, **__: {"tcp://a:1": missing}
    )
    words = r"tcp://a:1 cannot import simcore \(No module .*\); install simcore"
    with pytest.raises(ClusterError, match=words):
        run_plan(plan, executor=cluster)


def test_a_scheduler_that_goes_away_leaves_what_is_complete(plan):
    told = []
    with (
        new_scheduler(n_workers=1, threads_per_worker=1, processes=False) as alone,
        workers_of(alone.scheduler_address, told.append) as cluster,
    ):
        chunks = cluster.run(all_tasks(plan), np.zeros(1, np.uint8))
        found = [next(chunks).index]
        alone.close()
        found += [chunk.index for chunk in chunks]
    assert 1 <= len(found) < N_CHUNKS
    assert told[-1].startswith("Stopping here: the Dask scheduler at tcp://")


def test_there_is_a_word_where_no_worker_comes(plan, monkeypatch):
    monkeypatch.setattr(simcore.pool, "_TELL_SECONDS", 0)
    told = []
    with (
        new_scheduler() as alone,
        workers_of(alone.scheduler_address, told.append) as cluster,
    ):
        waiting = Cluster(Pool(cluster._pool.client, told.append, seconds=1))
        with pytest.raises(ClusterError, match="has had no worker for 1 s"):
            run_plan(plan, executor=waiting)
    assert "waiting up to 1 s for one" in told[0]


def test_there_is_a_word_where_no_scheduler_answers(monkeypatch):
    monkeypatch.setattr(simcore.connecting, "CONNECT_SECONDS", 0.5)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        words = f"no Dask scheduler answers at {address}"
        with pytest.raises(ClusterError, match=words), workers_of(address, print):
            pass


@pytest.mark.parametrize(
    "address", ["nonsense://x:1", "localhost:port", "x", "", "x:65536"]
)
def test_there_is_a_word_for_what_is_no_address(address):
    words = "takes an address like tcp://host:8786"
    with pytest.raises(UsageError, match=words), workers_of(address, print):
        pass
