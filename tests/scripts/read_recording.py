#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""read_recording.py FILE.ssrec: the kernels of a recording, written from docs/recording-format.md alone. Needs libzstd."""
import ctypes
import struct
import sys
import zlib

TEXT, KERNEL, INDEX = 1, 16, 0
KERNEL_COLUMNS = ("start end device context stream correlation name grid_x grid_y grid_z block_x block_y block_z "
                  "registers static_shared dynamic_shared graph graph_node channel").split()


def unpack(payload, plain_bytes):
    if len(payload) == plain_bytes:
        return payload
    try:
        zstd = ctypes.CDLL("libzstd.so.1")
    except OSError:
        sys.exit(77)
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    plain = ctypes.create_string_buffer(plain_bytes)
    got = zstd.ZSTD_decompress(plain, ctypes.c_size_t(plain_bytes), payload, ctypes.c_size_t(len(payload)))
    assert got == plain_bytes
    return plain.raw


def numbers(column):
    """The numbers of a column: LEB128, zigzag."""
    value = shift = 0
    for byte in column:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield (value >> 1) ^ -(value & 1)
            value = shift = 0


def sums(differences):
    total = 0
    for difference in differences:
        total = (total + difference) % 2**64
        yield total


def chunks(data):
    assert data[:8] == b"SSRECORD"
    version, at = struct.unpack_from("<II", data, 8)
    assert version == 1
    while at + 24 <= len(data):
        magic, kind, columns, rows, plain, packed, checksum = struct.unpack_from("<IHHIIII", data, at)
        payload = data[at + 24:at + 24 + packed]
        if len(payload) < packed:
            return  # cut off
        assert magic == 0x4B4E4843 and zlib.crc32(payload, zlib.crc32(data[at:at + 20])) == checksum
        payload, pieces = unpack(payload, plain), []
        for _ in range(columns):
            size, = struct.unpack_from("<I", payload)
            pieces.append(list(numbers(payload[4:4 + size])))
            payload = payload[4 + size:]
        yield kind, pieces, payload
        at += 24 + packed


def main(path):
    texts = [""]
    for kind, columns, rest in chunks(open(path, "rb").read()):
        if kind == TEXT:
            for size in sums(columns[0]):
                texts.append(rest[:size].decode())
                rest = rest[size:]
        if kind == KERNEL:
            row_columns = [list(sums(column)) for column in columns]
            row_columns[1] = [start + duration for start, duration in zip(row_columns[0], columns[1])]
            for row in zip(*row_columns):
                kernel = dict(zip(KERNEL_COLUMNS, row))
                print(kernel["start"], kernel["end"], "stream", kernel["stream"], kernel["grid_x"], "blocks",
                      texts[kernel["name"]])


main(sys.argv[1])
