// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"

#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::string_view filterMark = "filter=";

std::string idsText()
{
    std::string text;
    for (const Change *change : changes())
        text += (text.empty() ? "" : ", ") + change->id();
    return text;
}

/// Where the next comma outside quotes is, or the end of the text.
std::size_t partEnd(std::string_view text)
{
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            quoted = !quoted;
        else if (text[i] == ',' && !quoted)
            return i;
    }
    return text.size();
}

std::string_view withoutQuotes(std::string_view value)
{
    value = trimmed(value);
    const bool quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
    return quoted ? value.substr(1, value.size() - 2) : value;
}

/// Reads the parts behind the id.
class PartReader
{
public:
    explicit PartReader(RequestedChange &request) : m_request(request) {}

    void readAll(std::string_view text)
    {
        while (!text.empty()) {
            if (trimmed(text).starts_with(filterMark)) { // the rest of the text, whatever stands there
                addFilter(trimmed(trimmed(text).substr(filterMark.size())));
                return;
            }
            const std::size_t end = partEnd(text);
            readPart(trimmed(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    void setValue(std::string_view name, std::string_view text)
    {
        try {
            m_request.values.setText(name, withoutQuotes(text));
        } catch (const InputError &error) {
            throw InputError(Phrase("engine", "change '%1': %2").arg(m_request.change->id(), error.what()));
        }
    }

private:
    void readPart(std::string_view part)
    {
        const std::size_t sign = part.find('=');
        if (const std::string_view name = trimmed(part.substr(0, sign));
            sign != std::string_view::npos && m_request.values.has(name))
            setValue(name, part.substr(sign + 1));
        else if (!part.empty())
            addFilter(part);
    }

    void addFilter(std::string_view part)
    {
        if (!m_request.change->takesFilter())
            throw InputError(
                Phrase("engine", "change '%1': '%2' is no parameter, and this change takes no filter; allowed: %3")
                    .arg(m_request.change->id(), std::string(part), parametersText()));
        m_request.filter += (m_request.filter.empty() ? "" : " ") + std::string(part);
    }

    std::string parametersText() const
    {
        std::string text;
        for (const ParameterSpec &spec : m_request.values.specs())
            text += (text.empty() ? "" : ", ") + spec.name + "=…";
        return text.empty() ? "nothing" : text;
    }

    RequestedChange &m_request;
};

std::string quotedIfNeeded(const std::string &value)
{
    return value.find(',') == std::string::npos ? value : '"' + value + '"';
}

/// The text with the filter written as `filterPart`.
std::string textWith(const RequestedChange &request, const std::string &filterPart)
{
    std::string own, parts;
    for (const ParameterSpec &spec : request.values.specs()) {
        const ParameterValue &value = request.values.value(spec.name);
        const std::string text = quotedIfNeeded(valueText(spec, value));
        if (spec.name == request.change->id())
            own = '=' + text;
        else if (value != spec.defaultValue)
            parts += (parts.empty() ? "" : ",") + spec.name + '=' + text;
    }
    if (!filterPart.empty())
        parts += (parts.empty() ? "" : ",") + filterPart;
    return request.change->id() + own + (parts.empty() ? "" : (own.empty() ? ":" : ",") + parts);
}

} // namespace

std::string RequestedChange::text() const
{
    std::string plain = textWith(*this, filter);
    try {
        if (parseChange(plain).filter == filter)
            return plain;
    } catch (const InputError &) {
        // the filter looks like a wrong parameter
    }
    return textWith(*this, std::string(filterMark) + filter);
}

RequestedChange parseChange(std::string_view text)
{
    text = trimmed(text);
    const std::size_t idEnd = std::min(text.find_first_of(":="), text.size());
    const std::string_view id = trimmed(text.substr(0, idEnd));
    RequestedChange request;
    request.change = findChange(id);
    if (!request.change)
        throw InputError(Phrase("engine", "unknown change '%1'; allowed: %2").arg(std::string(id), idsText()));
    request.values = Parameters(request.change->parameters());
    std::string_view rest = text.substr(std::min(idEnd + 1, text.size()));
    PartReader reader(request);
    if (idEnd < text.size() && text[idEnd] == '=') {
        if (!request.values.has(id))
            throw InputError(
                Phrase("engine", "change '%1' has no value of its own: write %2:name=value, as in streamscope changes")
                    .arg(std::string(id), request.change->id()));
        const std::size_t end = partEnd(rest);
        reader.setValue(id, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    reader.readAll(rest);
    return request;
}

std::optional<Parameters> turnedKnobs(const RequestedChange &change, const Parameters &knobs)
{
    const auto isTuned = [&knobs](const std::string &name) {
        return std::any_of(knobs.specs().begin(), knobs.specs().end(), [&name](const ParameterSpec &spec) {
            return spec.name == name && !spec.tuningValues.empty();
        });
    };
    Parameters turned = knobs;
    for (const KnobSetting &setting : change.change->knobSettings(change.values, knobs)) {
        if (!isTuned(setting.name))
            continue;
        try {
            turned.set(setting.name, setting.value);
        } catch (const InputError &) {
            return std::nullopt;
        }
    }
    return turned == knobs ? std::nullopt : std::optional(std::move(turned));
}

} // namespace streamscope
