// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/program_resources.h"
#include "engine/executors/cuda/runtime/host_caches.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace streamscope {

namespace {

constexpr int poisonByte = 0xFF;                 // as floats: not a number
constexpr std::uint64_t stagingFloats = 4 << 20; // 16 MiB at a time

bool isOutput(const Program &program, std::size_t buffer, const ExpectedData &expected)
{
    return program.buffers[buffer].place == BufferPlace::Host && !expected.isInput(buffer);
}

/// Bit by bit, except for results of tensor kernels.
bool isRight(float found, float expected, bool approximate)
{
    if (std::bit_cast<std::uint32_t>(found) == std::bit_cast<std::uint32_t>(expected))
        return true;
    const double allowed = tensorTolerance * std::max(1.0, std::abs(static_cast<double>(expected)));
    return approximate && std::abs(static_cast<double>(found) - static_cast<double>(expected)) <= allowed;
}

/// One period of what a piece must hold, from the piece's own beginning on.
std::vector<float> periodOf(const ExpectedPiece &piece)
{
    std::vector<float> values(dataPatternPeriod);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (piece.kind == ExpectedPiece::Kind::Bits)
            std::memcpy(&values[i], &piece.bits, sizeof piece.bits);
        else
            values[i] = expectedValue(static_cast<std::int64_t>(piece.begin + i) + piece.shift, piece.additions);
    }
    return values;
}

} // namespace

ProgramResources::ProgramResources(const Program &program, const DeviceSet &devices)
    : m_program(program), m_devices(devices), m_poison(stagingFloats * sizeof(float))
{
    STREAMSCOPE_CUDA(cudaMemset(m_poison.data(), poisonByte, m_poison.bytes()));
    m_places.reserve(program.buffers.size());
    for (const Buffer &buffer : program.buffers) {
        Place &place = m_places.emplace_back();
        devices.select(buffer.place == BufferPlace::Host ? 0 : buffer.device);
        if (buffer.place == BufferPlace::Host)
            place.host.emplace(buffer.hostMemory, buffer.bytes);
        else
            place.device.emplace(buffer.bytes);
    }
    m_streams.resize(program.streams.size());
    for (std::size_t i = 0; i < program.streams.size(); ++i) {
        const Stream &stream = program.streams[i];
        devices.select(stream.device);
        if (stream.kind == StreamKind::Created)
            m_streams[i].emplace(stream.nonBlocking ? cudaStreamNonBlocking : cudaStreamDefault, stream.priority);
    }
    devices.select(0);
    createRanks();
}

void ProgramResources::createRanks()
{
    const auto &operations = m_program.operations;
    if (std::none_of(operations.begin(), operations.end(),
                     [](const Operation &operation) { return operation.kind == OperationKind::Collective; }))
        return;
    std::vector<int> ordinals;
    for (int device = 0; device < m_devices.count(); ++device)
        ordinals.push_back(m_devices.ordinal(device));
    m_ranks.emplace(ordinals);
    STREAMSCOPE_CUDA(cudaSetDevice(m_devices.ordinal(0))); // the library may have changed the current device
}

cudaStream_t ProgramResources::stream(std::int32_t index) const
{
    const auto &created = m_streams[static_cast<std::size_t>(index)];
    if (created)
        return created->get();
    const bool legacy = m_program.streams[static_cast<std::size_t>(index)].kind == StreamKind::LegacyDefault;
    return legacy ? cudaStreamLegacy : cudaStreamPerThread;
}

void *ProgramResources::address(const BufferRange &range) const
{
    const Place &place = m_places[static_cast<std::size_t>(range.buffer)];
    char *base = static_cast<char *>(place.host ? place.host->data() : place.device->data());
    return base + range.offset;
}

void ProgramResources::fillInputs(const ExpectedData &expected)
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (!expected.isInput(i))
            continue;
        float *data = static_cast<float *>(m_places[i].host->data());
        const std::uint64_t count = m_program.buffers[i].bytes / sizeof(float);
        std::vector<float> period(dataPatternPeriod);
        for (std::size_t k = 0; k < period.size(); ++k)
            period[k] = dataPattern(static_cast<std::int64_t>(k) + expected.inputShift(i));
        for (std::uint64_t begin = 0; begin < count; begin += period.size())
            std::memcpy(data + begin, period.data(),
                        std::min<std::uint64_t>(period.size(), count - begin) * sizeof(float));
    }
}

void ProgramResources::poisonHost(const HostBuffer &buffer) const
{
    for (std::size_t begin = 0; begin < buffer.bytes(); begin += m_poison.bytes())
        STREAMSCOPE_CUDA(cudaMemcpy(static_cast<char *>(buffer.data()) + begin, m_poison.data(),
                                    std::min(m_poison.bytes(), buffer.bytes() - begin), cudaMemcpyDeviceToHost));
}

void ProgramResources::poisonOutputs(const ExpectedData &expected)
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (isOutput(m_program, i, expected))
            poisonHost(*m_places[i].host);
        else if (m_places[i].device) {
            m_devices.select(m_program.buffers[i].device);
            STREAMSCOPE_CUDA(cudaMemset(m_places[i].device->data(), poisonByte, m_places[i].device->bytes()));
            m_devices.select(0);
        }
    }
    m_devices.synchronize();
}

void ProgramResources::leaveHostCaches(const ExpectedData &expected) const
{
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (expected.isInput(i) && m_places[i].host->kind() == HostMemory::Pageable)
            streamscope::leaveHostCaches(m_places[i].host->data(), m_places[i].host->bytes());
}

const float *ProgramResources::readable(std::size_t buffer, std::uint64_t begin, std::uint64_t count)
{
    const HostBuffer &host = *m_places[buffer].host;
    const float *data = static_cast<const float *>(host.data()) + begin;
    if (host.kind() != HostMemory::WriteCombined)
        return data;
    if (!m_stagingHost) {
        m_stagingHost.emplace(HostMemory::Pinned, stagingFloats * sizeof(float));
        m_stagingDevice.emplace(stagingFloats * sizeof(float));
    }
    STREAMSCOPE_CUDA(cudaMemcpy(m_stagingDevice->data(), data, count * sizeof(float), cudaMemcpyHostToDevice));
    STREAMSCOPE_CUDA(
        cudaMemcpy(m_stagingHost->data(), m_stagingDevice->data(), count * sizeof(float), cudaMemcpyDeviceToHost));
    return static_cast<const float *>(m_stagingHost->data());
}

std::string ProgramResources::differenceText(std::size_t buffer, std::uint64_t position, float expected,
                                             float found) const
{
    return "buffer '" + m_program.buffers[buffer].id + "', float " + std::to_string(position) + ": expected "
           + std::to_string(expected) + ", found " + std::to_string(found);
}

std::optional<std::string> ProgramResources::differenceIn(std::size_t buffer, const ExpectedPiece &piece)
{
    const std::vector<float> period = periodOf(piece);
    // A whole number of periods at a time, so that each stretch starts where the period does.
    const std::uint64_t stretch = stagingFloats / period.size() * period.size();
    for (std::uint64_t begin = piece.begin; begin < piece.end; begin += stretch) {
        const std::uint64_t count = std::min(stretch, piece.end - begin);
        const float *found = readable(buffer, begin, count);
        for (std::uint64_t k = 0; k < count; k += period.size()) {
            const std::uint64_t part = std::min<std::uint64_t>(period.size(), count - k);
            if (std::memcmp(found + k, period.data(), part * sizeof(float)) == 0)
                continue;
            for (std::uint64_t at = 0; at < part; ++at)
                if (!isRight(found[k + at], period[at], piece.approximate))
                    return differenceText(buffer, begin + k + at, period[at], found[k + at]);
        }
    }
    return std::nullopt;
}

std::optional<std::string> ProgramResources::findDifference(const ExpectedData &expected)
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (!isOutput(m_program, i, expected))
            continue;
        for (const ExpectedPiece &piece : expected.pieces(i))
            if (piece.kind != ExpectedPiece::Kind::Unknown)
                if (auto difference = differenceIn(i, piece))
                    return difference;
    }
    return std::nullopt;
}

std::uint64_t ProgramResources::comparedBytes(const ExpectedData &expected) const
{
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (isOutput(m_program, i, expected))
            for (const ExpectedPiece &piece : expected.pieces(i))
                if (piece.kind != ExpectedPiece::Kind::Unknown)
                    bytes += (piece.end - piece.begin) * sizeof(float);
    return bytes;
}

} // namespace streamscope
