// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/advice/finding_origins.h"

#include "engine/advice/situation.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/host/python_frame.h"
#include "engine/timeline/span_query.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace streamscope {

namespace {

/// The operations that a finding is about, in the words of the search line.
struct Subject
{
    std::string_view finding;
    OriginSubject operations;
};
constexpr std::array subjects{Subject{"pageable-copies", {"copy pageable", "copy", "copies"}},
                              Subject{"small-copies", {"copy", "copy", "copies"}},
                              Subject{"device-copies", {"d2d", "copy", "copies"}},
                              Subject{"late-copies", {"h2d", "copy", "copies"}},
                              Subject{"held-by-copies-back", {"d2h", "copy", "copies"}},
                              Subject{"result-reads", {"d2h", "copy", "copies"}},
                              Subject{"awaited-results", {"d2h", "copy", "copies"}},
                              Subject{"staged-peer-copies", {"peer", "copy", "copies"}},
                              Subject{"small-kernels", {"kernel", "kernel", "kernels"}},
                              Subject{"synchronisations", {"sync", "synchronisation", "synchronisations"}}};

/// "loader.py:41 next(), aten::to"; without Python frames "aten::to in 'load'". Empty when nothing is known.
std::string sourceText(const HostOrigins &origins, std::size_t span)
{
    const std::string_view operators = origins.text(span, OriginPart::Operator);
    const std::string_view outermost = operators.substr(0, operators.find(originSeparator));
    std::string text;
    if (const auto frame = parsePythonFrame(innermostOf(origins.text(span, OriginPart::Stack))))
        text = frame->place() + ' ' + std::string(frame->function) + "()";
    if (!outermost.empty())
        text += (text.empty() ? "" : ", ") + std::string(outermost);
    const std::string_view range = innermostOf(origins.text(span, OriginPart::Range));
    if (origins.textNumber(span, OriginPart::Stack) == 0 && !range.empty())
        text += (text.empty() ? "'" : " in '") + std::string(range) + "'";
    return text;
}

} // namespace

std::string originsText(const Timeline &timeline, const std::string &finding, TimeRange range)
{
    const auto subject = std::find_if(subjects.begin(), subjects.end(),
                                      [&finding](const Subject &known) { return known.finding == finding; });
    return subject == subjects.end() ? std::string() : originsText(timeline, subject->operations, range);
}

std::string originsText(const Timeline &timeline, const OriginSubject &subject, TimeRange range)
{
    if (timeline.origins().empty())
        return {};
    struct Source
    {
        std::int64_t ns = 0;
        std::size_t count = 0;
    };
    std::map<std::string, Source> sources;
    for (const std::uint32_t span : SpanMatcher(parseQuery(subject.query), timeline).all()) {
        const Span operation = timeline.span(span);
        if (!touches(operation, range))
            continue;
        if (const std::string text = sourceText(timeline.origins(), span); !text.empty()) {
            Source &source = sources[text];
            source.ns += operation.duration();
            ++source.count;
        }
    }
    std::vector<std::pair<std::string, Source>> sorted(sources.begin(), sources.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto &a, const auto &b) { return a.second.ns > b.second.ns; });
    const auto said = [&subject](const std::pair<std::string, Source> &source) {
        return source.first + ": " + numberOf(source.second.count, subject.one, subject.several) + ", "
               + millisecondsText(source.second.ns);
    };
    if (sorted.empty())
        return {};
    return sorted.size() == 1 ? Phrase("engine", "From %1.").arg(said(sorted[0]))
                              : Phrase("engine", "From %1; from %2.").arg(said(sorted[0]), said(sorted[1]));
}

void addOrigins(const Timeline &timeline, TimeRange range, std::vector<Finding> &findings)
{
    for (Finding &finding : findings)
        if (const std::string text = originsText(timeline, finding.id, range); !text.empty())
            finding.text += ' ' + text;
}

} // namespace streamscope
