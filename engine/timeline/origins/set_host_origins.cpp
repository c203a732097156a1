// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/host/python_frame.h"
#include "engine/timeline/origins/host_context.h"
#include "engine/timeline/origins/open_events.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t placeOf(OriginPart part)
{
    return static_cast<std::size_t>(part);
}

/// Derives the origin of each event from that of the event around it, once.
class EventOrigins
{
public:
    EventOrigins(const HostEvents &events, HostOrigins &origins, const std::function<void(std::size_t)> &claim)
        : m_events(events), m_origins(origins), m_claim(claim), m_known(events.size(), unknown),
          m_parts(events.names().size())
    {}

    /// The number of the origin of what `event` issues, without the call.
    std::uint32_t of(std::uint32_t event)
    {
        m_path.clear();
        for (; event != HostEvents::none && m_known[event] == unknown; event = m_events.parent(event))
            m_path.push_back(event);
        std::uint32_t number = event == HostEvents::none ? 0 : m_known[event];
        for (; !m_path.empty(); m_path.pop_back())
            number = m_known[m_path.back()] = within(number, m_path.back());
        return number;
    }

    /// The ranges, modules and functions of the thread that called backward(), and within them those of autograd's.
    HostOrigin joined(std::uint32_t caller, std::uint32_t own)
    {
        HostOrigin origin = m_origins.origin(own);
        for (const OriginPart part : {OriginPart::Range, OriginPart::Module, OriginPart::Stack}) {
            const std::string inner = m_origins.text(origin[placeOf(part)]);
            origin[placeOf(part)] = m_origins.origin(caller)[placeOf(part)];
            if (!inner.empty())
                extend(origin[placeOf(part)], inner);
        }
        return origin;
    }

private:
    static constexpr std::uint32_t unknown = HostEvents::none;
    static constexpr std::size_t originsPerClaim = 1'024;

    std::uint32_t within(std::uint32_t outer, std::uint32_t event)
    {
        HostOrigin origin = m_origins.origin(outer);
        const std::string &name = m_events.name(event);
        switch (m_events.kind(event)) {
        case HostEventKind::Operator:
            extend(origin[placeOf(OriginPart::Operator)], name);
            break;
        case HostEventKind::Range:
            extend(origin[placeOf(OriginPart::Range)], name);
            break;
        case HostEventKind::PythonFrame:
            addFrame(origin, m_events.nameIndex(event));
            break;
        case HostEventKind::OsCall:
            break;
        }
        if (m_claim && m_origins.origins() % originsPerClaim == 0)
            m_claim(originsPerClaim * (2 * sizeof(HostOrigin) + 64));
        return m_origins.add(origin);
    }

    void addFrame(HostOrigin &origin, std::uint32_t nameIndex)
    {
        Frame &frame = m_parts[nameIndex];
        const std::string &name = m_events.names()[nameIndex];
        if (frame == Frame::Unknown) {
            const std::optional<PythonFrame> parsed = parsePythonFrame(name);
            frame = !moduleOf(name).empty()                  ? Frame::Module
                    : parsed && !isLibraryFile(parsed->file) ? Frame::Program
                                                             : Frame::Other;
        }
        if (frame == Frame::Module)
            extend(origin[placeOf(OriginPart::Module)], moduleOf(name));
        else if (frame == Frame::Program)
            extend(origin[placeOf(OriginPart::Stack)], name);
    }

    /// "outer > name"; the outermost parts go when it gets too long.
    void extend(std::uint32_t &part, std::string_view name)
    {
        std::string text = m_origins.text(part);
        if (!text.empty())
            text += originSeparator;
        text += name;
        while (text.size() > HostOrigins::longestText && text.find(originSeparator) != std::string::npos)
            text.erase(0, text.find(originSeparator) + originSeparator.size());
        const std::size_t known = m_origins.texts().size();
        part = m_origins.intern(text);
        if (m_claim && m_origins.texts().size() > known)
            m_claim(2 * (text.size() + 64));
    }

    enum class Frame : std::uint8_t { Unknown, Module, Program, Other };

    const HostEvents &m_events;
    HostOrigins &m_origins;
    const std::function<void(std::size_t)> &m_claim;
    std::vector<std::uint32_t> m_known; ///< by event
    std::vector<Frame> m_parts;         ///< by name
    std::vector<std::uint32_t> m_path;
};

/// By operation, the call that issued it; HostCall::none where unknown.
std::vector<std::uint32_t> callsOf(const Timeline &timeline)
{
    const HostCalls &all = timeline.hostCalls();
    std::vector<std::uint32_t> calls(all.empty() ? 0 : timeline.size(), HostCall::none);
    for (std::uint32_t i = 0; i < all.size(); ++i)
        for (std::uint32_t span = all[i].firstSpan; span < all[i].firstSpan + all[i].spans && span < calls.size();
             ++span)
            calls[span] = i;
    return calls;
}

/// The numbers of `stacks` among the texts of the origins.
std::vector<std::uint32_t> internedStacks(const CallStacks &stacks, HostOrigins &origins,
                                          const std::function<void(std::size_t)> &claim)
{
    std::vector<std::uint32_t> numbers;
    for (const std::string &text : stacks.texts) {
        if (claim)
            claim(2 * (text.size() + 64));
        numbers.push_back(origins.intern(text));
    }
    return numbers;
}

} // namespace

void setHostOrigins(Timeline &timeline, const std::function<void(std::size_t)> &claim, const CallStacks &stacks)
{
    HostOrigins origins;
    const HostEvents *events = timeline.hostEvents();
    if (timeline.hostCalls().empty() && !events)
        return;
    const HostEvents nothing;
    EventOrigins ofEvents(events ? *events : nothing, origins, claim);
    const std::vector<std::uint32_t> calls = callsOf(timeline);
    const bool usesStacks = !stacks.ofCall.empty() && (!events || events->count(HostEventKind::PythonFrame) == 0);
    const std::vector<std::uint32_t> stackTexts =
        usesStacks ? internedStacks(stacks, origins, claim) : std::vector<std::uint32_t>(1);
    const std::optional<OpenEvents> open = events ? std::make_optional<OpenEvents>(timeline) : std::nullopt;
    // Neighbours mostly have one origin of events, one name of the call and one stack.
    std::array<std::uint32_t, 4> last{HostEvents::none, HostEvents::none, HostCall::none, 0};
    std::uint32_t lastNumber = 0;
    for (std::size_t span = 0; span < timeline.size(); ++span) {
        if (timeline.issue(span) == unknownTime)
            continue;
        const OpenEvents::Innermost innermost = open ? open->at(span) : OpenEvents::Innermost();
        const std::uint32_t call = calls.empty() ? HostCall::none : calls[span];
        const bool hasCall = call != HostCall::none;
        const std::array key{ofEvents.of(innermost.own), ofEvents.of(innermost.caller),
                             hasCall ? timeline.hostCalls()[call].name : HostCall::none,
                             hasCall && usesStacks ? stackTexts[stacks.ofCall[call]] : 0};
        if (key != last) {
            HostOrigin origin = key[1] == 0 ? origins.origin(key[0]) : ofEvents.joined(key[1], key[0]);
            if (key[2] != HostCall::none)
                origin[placeOf(OriginPart::Call)] = origins.intern(timeline.name(key[2]));
            if (key[3] != 0)
                origin[placeOf(OriginPart::Stack)] = key[3];
            last = key;
            lastNumber = origins.add(origin);
        }
        origins.set(span, lastNumber);
    }
    timeline.setOrigins(std::move(origins));
}

} // namespace streamscope
