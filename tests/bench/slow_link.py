#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""A link with a round trip and a rate, between a port of this machine and another one: what an ssh server far away is
like, without rights on the network. For docs/measurements/remote.md."""
import argparse
import asyncio

PIECE = 1400  # bytes that travel together, as in a packet
AHEAD = 0.02  # seconds: sleeping is not exact, so the sender is that far ahead of what has left


async def carry(reader, writer, one_way, bytes_per_second):
    """Each piece leaves when the one before has left, and arrives one_way later."""
    loop = asyncio.get_running_loop()
    under_way = asyncio.Queue()

    async def arrive():
        while True:
            when, piece = await under_way.get()
            await asyncio.sleep(max(0, when - loop.time()))
            if not piece:
                break
            writer.write(piece)
            await writer.drain()
        writer.close()

    arriving = asyncio.create_task(arrive())
    free = loop.time()
    while piece := await reader.read(PIECE):
        free = max(free, loop.time()) + len(piece) / bytes_per_second
        under_way.put_nowait((free + one_way, piece))
        if free - loop.time() > AHEAD:
            await asyncio.sleep(free - loop.time() - AHEAD / 2)
    under_way.put_nowait((loop.time() + one_way, b""))
    await arriving


async def main(arguments):
    one_way = arguments.round_trip_ms / 2000
    rate = arguments.megabits * 1e6 / 8

    async def connect(reader, writer):
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", arguments.to)
        try:
            await asyncio.gather(carry(reader, there_writer, one_way, rate), carry(there_reader, writer, one_way, rate))
        except ConnectionError:
            writer.close()
            there_writer.close()

    server = await asyncio.start_server(connect, "127.0.0.1", arguments.port)
    async with server:
        await server.serve_forever()


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--port", type=int, required=True, help="on which it listens")
parser.add_argument("--to", type=int, required=True, help="port of the server")
parser.add_argument("--round-trip-ms", type=float, default=50)
parser.add_argument("--megabits", type=float, default=10, help="in each direction, per second")
try:
    asyncio.run(main(parser.parse_args()))
except KeyboardInterrupt:
    pass
