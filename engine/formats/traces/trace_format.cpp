// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/trace_format.h"

#include <algorithm>
#include <stdexcept>

namespace streamscope {

namespace {

/// Function-local, because the readers register themselves before main() in an unknown order.
std::vector<TraceFormat> &registered()
{
    static std::vector<TraceFormat> formats;
    return formats;
}

} // namespace

RegisteredFormat::RegisteredFormat(const TraceFormat &format)
{
    std::vector<TraceFormat> &formats = registered();
    const auto place = std::find_if(formats.begin(), formats.end(), [&format](const TraceFormat &other) {
        return std::string_view(format.id) < other.id;
    });
    formats.insert(place, format);
}

const std::vector<TraceFormat> &traceFormats()
{
    return registered();
}

const TraceFormat &traceFormat(std::string_view id)
{
    for (const TraceFormat &format : traceFormats())
        if (format.id == id)
            return format;
    throw std::logic_error("no trace format " + std::string(id));
}

std::string traceFormatsText()
{
    std::string text;
    for (const TraceFormat &format : traceFormats())
        text += (&format == &traceFormats().front()  ? ""
                 : &format == &traceFormats().back() ? " or "
                                                     : ", ")
                + std::string(format.description);
    return text + ", each also in gzip";
}

std::string traceFilePatterns()
{
    std::string patterns;
    for (const TraceFormat &format : traceFormats())
        patterns += "*." + std::string(format.extension) + " ";
    return patterns + "*.gz";
}

} // namespace streamscope
