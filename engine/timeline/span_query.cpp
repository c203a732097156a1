// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/span_query.h"

#include "engine/program/text/phrase.h"
#include "engine/timeline/host/host_events.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace streamscope {

namespace {

std::string lower(std::string_view text)
{
    std::string result(text);
    for (char &letter : result)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return result;
}

struct Word
{
    std::string text;
    bool quoted = false;
    bool negated = false; ///< an exclamation mark stood before the text
};

bool isUnit(std::string_view text)
{
    constexpr std::array<std::string_view, 12> units{"ns",  "us",  "µs",  "ms", "s",  "b",
                                                     "kib", "mib", "gib", "kb", "mb", "gb"};
    return std::find(units.begin(), units.end(), lower(text)) != units.end();
}

/// "> 1 ms": a unit that stands alone belongs to the number of a comparison before it.
void joinUnits(std::vector<Word> &words)
{
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string &before = words[i - 1].text;
        const bool number = !before.empty() && before.back() >= '0' && before.back() <= '9'
                            && before.find_first_of("<>=") != std::string::npos;
        if (!number || words[i - 1].quoted || words[i].quoted || words[i].negated || !isUnit(words[i].text))
            continue;
        words[i - 1].text += words[i].text;
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

bool isComparison(char letter)
{
    return letter == '<' || letter == '>' || letter == '=';
}

/// Whether `letter` belongs to the word before it. `open`: no blank is in between.
bool goesOn(const Word &word, bool open, char letter)
{
    if (isComparison(letter) && (word.text == "waited" || word.text == "bytes"))
        return true;
    return !word.quoted && (open || (!word.text.empty() && isComparison(word.text.back())));
}

/// Parts at blanks; a comparison and its number belong together whatever blanks are between.
std::vector<Word> wordsOf(std::string_view text)
{
    std::vector<Word> words;
    bool quoted = false, open = false;
    for (const char letter : text) {
        if (letter == '"') {
            if (!quoted && open && words.back().negated && words.back().text.empty())
                words.back().quoted = true;
            else if (!quoted && (!open || words.back().quoted || !words.back().text.ends_with(':'))) // range:"a b"
                words.push_back({{}, true});
            quoted = !quoted;
            open = false;
        } else if (quoted) {
            words.back().text += letter;
        } else if (letter == ' ' || letter == '\t') {
            open = false;
        } else {
            const bool begins = words.empty() || !goesOn(words.back(), open, letter);
            if (begins)
                words.push_back({{}, false, letter == '!'});
            if (!begins || letter != '!')
                words.back().text += letter;
            open = true;
        }
    }
    joinUnits(words);
    return words;
}

std::optional<double> scaled(std::string_view text, bool isBytes)
{
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc())
        return std::nullopt;
    const std::string unit = lower(std::string_view(rest, static_cast<std::size_t>(text.data() + text.size() - rest)));
    struct Unit
    {
        std::string_view name;
        double factor;
    };
    static constexpr std::array<Unit, 6> times{
        {{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"", 1e3}}};
    static constexpr std::array<Unit, 8> sizes{{{"", 1},
                                                {"b", 1},
                                                {"kib", 1024},
                                                {"mib", 1024.0 * 1024},
                                                {"gib", 1024.0 * 1024 * 1024},
                                                {"kb", 1e3},
                                                {"mb", 1e6},
                                                {"gb", 1e9}}};
    const auto look = [&](const auto &units) -> std::optional<double> {
        for (const Unit &known : units)
            if (known.name == unit)
                return value * known.factor;
        return std::nullopt;
    };
    return isBytes ? look(sizes) : look(times);
}

/// "waited>=1ms"; false where it is no comparison.
bool addBound(const std::string &word, SpanQuery &query)
{
    const std::size_t at = word.find_first_of("<>=");
    if (at == std::string::npos)
        return false;
    SpanQuery::Bound bound;
    const std::string what = lower(word.substr(0, at));
    if (what == "waited")
        bound.of = SpanQuery::Bound::Of::Waited;
    else if (what == "bytes")
        bound.of = SpanQuery::Bound::Of::Bytes;
    else if (!what.empty() && what != "duration")
        return false;
    const std::size_t number = std::min(word.find_first_not_of("<>=", at), word.size());
    const std::string sign = word.substr(at, number - at);
    const bool isBytes = bound.of == SpanQuery::Bound::Of::Bytes;
    const auto value = number < word.size() ? scaled(word.substr(number), isBytes) : std::nullopt;
    constexpr std::array<std::string_view, 5> signs{">", "<", "=", ">=", "<="};
    if (!value || std::find(signs.begin(), signs.end(), sign) == signs.end()) {
        query.problem = Phrase("engine", "\"%1\" is no bound: write > 1ms, waited>20us or bytes>1MiB").arg(word);
        return true;
    }
    constexpr double infinite = std::numeric_limits<double>::infinity();
    bound.least = sign[0] == '<' ? -infinite : *value;
    bound.most = sign[0] == '>' ? infinite : *value;
    if (sign == ">")
        bound.least = std::nextafter(*value, infinite);
    if (sign == "<")
        bound.most = std::nextafter(*value, -infinite);
    query.bounds.push_back(bound);
    return true;
}

/// "range:backward"; false for another word.
bool addOrigin(const std::string &word, SpanQuery &query)
{
    const std::size_t colon = word.find(':');
    const std::string_view key = std::string_view(word).substr(0, colon);
    if (colon == std::string::npos)
        return false;
    const std::string text = lower(word.substr(colon + 1));
    bool known = key == "thread";
    if (known && !text.empty())
        query.threads.push_back(text);
    for (std::size_t part = 0; part < originPartCount; ++part)
        if (key == originPartName(static_cast<OriginPart>(part))) {
            known = true;
            if (!text.empty())
                query.origins.push_back({static_cast<OriginPart>(part), text});
        }
    if (known && text.empty())
        query.problem =
            key == "thread"
                ? Phrase("engine", "\"%1\" names nothing: write %2:0").arg(word, std::string(key))
                : Phrase("engine", "\"%1\" names nothing: write %2:\"part of its name\"").arg(word, std::string(key));
    return known;
}

bool addPlace(const std::string &word, SpanQuery &query)
{
    if (word.starts_with("stream:")) {
        query.streams.push_back(word.substr(7));
        return true;
    }
    if (!word.starts_with("device:"))
        return false;
    int device = 0;
    const char *past = word.data() + word.size();
    if (const auto [rest, error] = std::from_chars(word.data() + 7, past, device); error == std::errc() && rest == past)
        query.device = device;
    else
        query.problem = Phrase("engine", "\"%1\" names no device: write device:0").arg(word);
    return true;
}

struct MemoryWord
{
    std::string_view word;
    MemoryKind kind, other;
};
constexpr std::array memoryWords{MemoryWord{"pageable", MemoryKind::Pageable, MemoryKind::Pageable},
                                 MemoryWord{"pinned", MemoryKind::Pinned, MemoryKind::Pinned},
                                 MemoryWord{"managed", MemoryKind::Managed, MemoryKind::ManagedStatic}};

const MemoryWord *memoryWord(std::string_view text)
{
    const auto found = std::find_if(memoryWords.begin(), memoryWords.end(),
                                    [text](const MemoryWord &known) { return known.word == text; });
    return found != memoryWords.end() ? &*found : nullptr;
}

void addKind(OperationKind kind, SpanQuery &query)
{
    query.kinds[static_cast<std::size_t>(kind)] = true;
    query.anyKind = false;
}

void addCondition(const Word &word, SpanQuery &query)
{
    OperationKind kind{};
    if (word.text.empty())
        return;
    const bool names = !word.quoted;
    if (names && parseKind(lower(word.text), kind)) {
        addKind(kind, query);
    } else if (names && lower(word.text) == "copy") {
        for (const OperationKind copy :
             {OperationKind::H2D, OperationKind::D2H, OperationKind::D2D, OperationKind::Peer})
            addKind(copy, query);
    } else if (names && memoryWord(lower(word.text))) {
        query.memories.push_back(lower(word.text));
    } else if (!names || (!addPlace(word.text, query) && !addOrigin(word.text, query) && !addBound(word.text, query))) {
        query.words.push_back(lower(word.text));
    }
}

void addNegated(const Word &word, SpanQuery &query)
{
    SpanQuery excluded;
    addCondition(word, excluded);
    if (!excluded.problem.empty())
        query.problem = excluded.problem;
    else if (excluded.empty())
        query.problem =
            QT_TRANSLATE_NOOP("engine", "\"!\" stands alone: write !nccl, or \"!\" in quotes for a part of a name");
    else
        query.excluded.push_back(std::move(excluded));
}

} // namespace

SpanQuery parseQuery(std::string_view text)
{
    SpanQuery query;
    for (const Word &word : wordsOf(text))
        word.negated ? addNegated(word, query) : addCondition(word, query);
    return query;
}

SpanMatcher::SpanMatcher(const SpanQuery &query, const Timeline &timeline, const Timeline &origins,
                         std::function<std::int32_t(std::size_t)> originOf)
    : m_timeline(timeline), m_origins(origins), m_originOf(std::move(originOf)), m_query(query)
{
    if (!query.words.empty())
        m_names = namesWith(query.words);
    for (const std::string &word : query.memories)
        m_memoryNames.push_back(namesWith({word}));
    matchOrigins();
    matchThreads();
    for (const SpanQuery &excluded : query.excluded)
        m_excluded.emplace_back(excluded, timeline, origins, m_originOf);
    if (!query.streams.empty() || query.device) {
        for (const TimelineStream &stream : timeline.streams()) {
            const bool wanted =
                query.streams.empty()
                || std::find(query.streams.begin(), query.streams.end(), stream.id) != query.streams.end();
            m_streams.push_back(wanted && (!query.device || *query.device == stream.device));
        }
    }
}

/// By name index: whether the name has all of the words.
std::vector<bool> SpanMatcher::namesWith(const std::vector<std::string> &words) const
{
    std::vector<bool> names;
    names.reserve(m_timeline.names().size());
    for (const std::string &name : m_timeline.names()) {
        const std::string lowered = lower(name);
        names.push_back(std::all_of(words.begin(), words.end(), [&lowered](const std::string &word) {
            return lowered.find(word) != std::string::npos;
        }));
    }
    return names;
}

void SpanMatcher::matchOrigins()
{
    for (const SpanQuery::Origin &origin : m_query.origins) {
        std::vector<bool> &texts = m_originTexts.emplace_back();
        for (const std::string &text : m_origins.origins().texts())
            texts.push_back(lower(text).find(origin.text) != std::string::npos);
    }
}

void SpanMatcher::matchThreads()
{
    constexpr std::int32_t mostThreads = 65'536;
    if (m_query.threads.empty())
        return;
    std::int32_t last = 0;
    for (std::size_t i = 0; i < m_origins.size() && m_origins.anyThread(); ++i)
        last = std::max(last, m_origins.thread(i));
    for (std::int32_t number = 0; number <= std::min(last, mostThreads); ++number) {
        const EventThread *thread = m_origins.hostEvents() ? m_origins.hostEvents()->thread(number) : nullptr;
        const std::string name = thread ? lower(thread->name) : std::string();
        m_threads.push_back(std::any_of(m_query.threads.begin(), m_query.threads.end(), [&](const std::string &wanted) {
            const bool isNumber = wanted.find_first_not_of("0123456789") == std::string::npos;
            return isNumber ? wanted == std::to_string(number) : name.find(wanted) != std::string::npos;
        }));
    }
}

bool SpanMatcher::comesFrom(std::size_t index) const
{
    const std::int64_t origin = m_originOf ? m_originOf(index) : static_cast<std::int64_t>(index);
    if (origin < 0)
        return false;
    const auto span = static_cast<std::size_t>(origin);
    for (std::size_t i = 0; i < m_query.origins.size(); ++i)
        if (!m_originTexts[i][m_origins.origins().textNumber(span, m_query.origins[i].part)])
            return false;
    if (m_query.threads.empty())
        return true;
    const auto thread = static_cast<std::size_t>(m_origins.thread(span));
    return m_origins.issue(span) != unknownTime && thread < m_threads.size() && m_threads[thread];
}

bool SpanMatcher::usesMemories(std::size_t span) const
{
    for (std::size_t i = 0; i < m_query.memories.size(); ++i) {
        const MemoryWord &word = *memoryWord(m_query.memories[i]);
        const auto is = [&word](MemoryKind kind) { return kind == word.kind || kind == word.other; };
        const std::uint32_t name = m_timeline.nameIndices()[span];
        const bool named = name < m_memoryNames[i].size() && m_memoryNames[i][name];
        if (!named && !is(m_timeline.from(span)) && !is(m_timeline.to(span)))
            return false;
    }
    return true;
}

bool SpanMatcher::matches(std::size_t span) const
{
    if (!m_query.anyKind && !m_query.kinds[static_cast<std::size_t>(m_timeline.kinds()[span])])
        return false;
    if (!m_names.empty() && !m_names[m_timeline.nameIndices()[span]])
        return false;
    if (!m_query.streams.empty() || m_query.device) {
        const std::int32_t stream = m_timeline.streamIndices()[span];
        if (stream < 0 || !m_streams[static_cast<std::size_t>(stream)])
            return false;
    }
    if (!m_query.memories.empty() && !usesMemories(span))
        return false;
    if (!(m_query.origins.empty() && m_query.threads.empty()) && !comesFrom(span))
        return false;
    if (!m_query.bounds.empty() && !withinBounds(span))
        return false;
    return std::none_of(m_excluded.begin(), m_excluded.end(),
                        [span](const SpanMatcher &excluded) { return excluded.matches(span); });
}

bool SpanMatcher::withinBounds(std::size_t span) const
{
    const std::int64_t start = m_timeline.starts()[span];
    for (const SpanQuery::Bound &bound : m_query.bounds) {
        double value = 0;
        if (bound.of == SpanQuery::Bound::Of::Duration)
            value = static_cast<double>(m_timeline.ends()[span] - start);
        else if (bound.of == SpanQuery::Bound::Of::Bytes)
            value = static_cast<double>(m_timeline.bytes(span));
        else if (const std::int64_t ready = m_timeline.ready(span); ready != unknownTime && ready < start)
            value = static_cast<double>(start - ready);
        if (value < bound.least || value > bound.most)
            return false;
    }
    return true;
}

std::vector<std::uint32_t> SpanMatcher::all() const
{
    std::vector<std::uint32_t> found;
    for (std::size_t i = 0; i < m_timeline.size(); ++i)
        if (matches(i))
            found.push_back(static_cast<std::uint32_t>(i));
    return found;
}

} // namespace streamscope
