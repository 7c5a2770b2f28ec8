"""Server CPU per durable move beside a stock echo: `python -m tests.bench.load --help`.

Ours: at each table four guests play a real game, with random legal cards, over real sockets; a
move is a card or a pass that was accepted, stored, and has reached all four browsers. Reference:
tests/bench/reference.py, which sends 600 bytes to all four and stores nothing. All tables play at
once, each waits for a move to arrive everywhere before the next. The runs alternate; a figure is
the CPU time (user and system) of the server processes ÷ moves, its median over the runs.

`--setup services` needs DATABASE_URL and REDIS_URL, and makes a database of its own. With
`--processes 2` each table's players are split between two servers.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from tests.bench.browsers import open_browser
from tests.bench.moves import SEATS, EchoTable, GameTable, Table
from tests.live import Process, ServicesSite, Site, Visitor

# Bar and aim by the number of server processes.
BARS = {1: (1.5, 3.0), 2: (1.2, 2.5)}
TARGET = 500
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
UNLIMITED = {"SOCKET_FRAMES_PER_S": "1000", "SOCKET_FRAMES_AT_ONCE": "1000"}
LISTENING = r"Listening on (http://\S+)"


class Contestant:
    """Server processes, and the tables at them."""

    def __init__(self, name: str, servers: Sequence[Process]) -> None:
        self.name = name
        self.servers = servers
        self.tables: list[Table] = []
        self.figures: list[float] = []

    def cpu_s(self) -> float:
        return sum(cpu_s(server.pid) for server in self.servers)

    async def run(self, moves: int) -> None:
        """Make about so many moves in all, and note the CPU time of each in µs."""
        each = max(1, moves // len(self.tables))
        before = self.cpu_s()
        await asyncio.gather(*(table.run(each) for table in self.tables))
        self.figures.append((self.cpu_s() - before) / (each * len(self.tables)) * 1e6)


def cpu_s(pid: int) -> float:
    """User and system time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


async def echo_tables(urls: Sequence[str], count: int) -> list[Table]:
    tables: list[Table] = []
    for number in range(count):
        table = EchoTable()
        for seat in range(SEATS):
            url = urls[seat % len(urls)]
            path = f"/ws/tables/{number:06}/"
            table.browsers.append(await open_browser(url, path, "", table.hear))
        tables.append(table)
    return tables


async def game_tables(urls: Sequence[str], count: int) -> list[Table]:
    """Tables with four guests each, who have sat down by the pages' forms, in a started game."""
    seated = await asyncio.to_thread(lambda: [seat_guests(urls[0]) for _ in range(count)])
    tables: list[Table] = []
    for number, (code, cookies) in enumerate(seated):
        table = GameTable(number)
        for seat in range(SEATS):
            hear = lambda payload, table=table, seat=seat: table.hear(seat, payload)  # noqa: E731
            url = urls[seat % len(urls)]
            browser = await open_browser(url, f"/ws/tables/{code}/", cookies[seat], hear)
            table.browsers.append(browser)
        await table.start()
        tables.append(table)
    return tables


def seat_guests(url: str) -> tuple[str, list[str]]:
    """The code of a new table, and the cookies of the guests at its seats."""
    visitors = [Visitor() for _ in range(SEATS)]
    code = visitors[0].open_table(url, target=TARGET)
    for visitor in visitors[1:]:
        visitor.post(f"{url}/tables/{code}/sit/")
    return code, ["; ".join(f"{c.name}={c.value}" for c in v.cookies) for v in visitors]


@contextmanager
def running_site(setup: str, folder: Path, processes: int) -> Iterator[Site]:
    """The site, started."""
    site: Site
    if setup == "services":
        site = ServicesSite(folder, UNLIMITED, processes=processes)
    else:
        site = Site(folder, UNLIMITED)
    site.start()
    try:
        yield site
    finally:
        site.stop()


@contextmanager
def running_references(site: Site, processes: int) -> Iterator[list[Process]]:
    """The reference's servers, on the settings of the site."""
    program = ("-m", "tests.bench.reference")
    servers = [Process(environment=site.environment, program=program) for _ in range(processes)]
    try:
        yield servers
    finally:
        for server in servers:
            server.stop()


async def compare(contestants: Sequence[Contestant], *, moves: int, runs: int) -> None:
    """Warm up, then let them take turns."""
    for contestant in contestants:
        await contestant.run(moves // 4)
        contestant.figures.clear()
    for _ in range(runs):
        for contestant in contestants:
            await contestant.run(moves)


async def measure(options: argparse.Namespace, folder: Path) -> float:
    """Print the figures; returns reference ÷ ours."""
    with (
        running_site(options.setup, folder, options.processes) as site,
        running_references(site, options.processes) as references,
    ):
        urls = [server.wait_for(LISTENING)[1] for server in references]
        reference, ours = Contestant("reference", references), Contestant("ours", site.servers)
        reference.tables = await echo_tables(urls, options.tables)
        ours.tables = await game_tables(site.urls, options.tables)
        await compare([reference, ours], moves=options.moves, runs=options.runs)
    for each in (reference, ours):
        figures = " ".join(f"{figure:7.0f}" for figure in each.figures)
        print(f"{each.name:9} µs CPU per move: {figures}   median {median(each.figures):5.0f}")
    return median(reference.figures) / median(ours.figures)


def main() -> None:
    description, _, _ = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--setup", choices=("embedded", "services"), default="embedded")
    parser.add_argument(
        "--processes", type=int, choices=BARS, default=1, help="servers (services only)"
    )
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=int, default=6000, help="in each run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="a few seconds; says little")
    options = parser.parse_args()
    if options.quick:
        options.tables, options.moves, options.runs = 10, 1000, 1
    split = f", {options.processes} processes" if options.processes > 1 else ""
    print(
        f"{options.setup}{split}, {options.tables} tables of {SEATS}, {options.moves} moves a run"
    )
    with tempfile.TemporaryDirectory() as folder:
        ratio = asyncio.run(measure(options, Path(folder)))
    bar, aim = BARS[options.processes]
    print(f"reference ÷ ours: {ratio:.2f} (bar {bar}, aim {aim})")


if __name__ == "__main__":
    main()
