// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/sweep_axis.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace streamscope {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

[[noreturn]] void refuse(const ParameterSpec &spec, std::string_view text, const std::string &why)
{
    throw InputError(Phrase("engine", "--vary %1: '%2' %3").arg(spec.name, std::string(text), why));
}

/// Reads the values of one axis.
class ValueReader
{
public:
    ValueReader(const ParameterSpec &spec, std::string_view text) : m_spec(spec), m_text(text) {}

    std::vector<ParameterValue> read()
    {
        const bool list = m_spec.type == ParameterType::IntegerList;
        for (const std::string_view part : split(m_text, list ? ';' : ',')) {
            const bool number = m_spec.type == ParameterType::Integer || m_spec.type == ParameterType::Size;
            if (number && part.find(':') != std::string_view::npos)
                addRange(part);
            else
                add(parseValue(m_spec, part));
        }
        return std::move(m_values);
    }

private:
    void add(ParameterValue value)
    {
        checkValue(m_spec, value);
        if (!m_seen.insert(value).second)
            return;
        if (m_values.size() == maxSweepConfigurations)
            refuse(m_spec, m_text, Phrase("engine", "are more than %1 values").arg(maxSweepConfigurations));
        m_values.push_back(std::move(value));
    }

    std::int64_t number(std::string_view text) const { return std::get<std::int64_t>(parseValue(m_spec, text)); }

    void addRange(std::string_view part)
    {
        const std::vector<std::string_view> ends = split(part, ':');
        const bool shaped = ends.size() == 3 && ends[2].size() > 1 && (ends[2][0] == '+' || ends[2][0] == '*');
        if (!shaped)
            refuse(m_spec, part, QT_TRANSLATE_NOOP("engine", "is no range; write from:to:+step or from:to:*factor"));
        const std::int64_t from = number(ends[0]), to = number(ends[1]);
        if (from > to)
            refuse(m_spec, part, QT_TRANSLATE_NOOP("engine", "ends before it begins; write the smaller end first"));
        if (ends[2][0] == '+')
            addSteps(part, from, to, number(ends[2].substr(1)));
        else
            addFactors(part, from, to, ends[2].substr(1));
    }

    void addSteps(std::string_view part, std::int64_t from, std::int64_t to, std::int64_t step)
    {
        if (step < 1)
            refuse(m_spec, part, QT_TRANSLATE_NOOP("engine", "needs a step of 1 at least"));
        add(from);
        for (std::int64_t value = from; to - value >= step;)
            add(value += step);
    }

    void addFactors(std::string_view part, std::int64_t from, std::int64_t to, std::string_view text)
    {
        double factor = 0;
        const char *end = text.data() + text.size();
        const auto [last, error] = std::from_chars(text.data(), end, factor);
        if (error != std::errc{} || last != end || !(factor > 1) || factor > 1e9)
            refuse(m_spec, part, QT_TRANSLATE_NOOP("engine", "needs a factor above 1"));
        if (from < 1)
            refuse(m_spec, part, QT_TRANSLATE_NOOP("engine", "has to begin at 1 at least, for it is multiplied"));
        double value = static_cast<double>(from);
        for (std::int64_t whole = from; whole <= to; whole = std::llround(value)) {
            add(whole);
            value *= factor;
        }
    }

    const ParameterSpec &m_spec;
    std::string_view m_text;
    std::vector<ParameterValue> m_values;
    std::set<ParameterValue> m_seen;
};

const ParameterSpec &specOf(const Parameters &parameters, const std::string &name)
{
    parameters.value(name); // says which there are
    return *std::find_if(parameters.specs().begin(), parameters.specs().end(),
                         [&name](const ParameterSpec &spec) { return spec.name == name; });
}

} // namespace

std::vector<ParameterValue> parseSweepValues(const ParameterSpec &spec, std::string_view text)
{
    return ValueReader(spec, text).read();
}

SweepAxis parseSweepAxis(const Parameters &parameters, std::string_view text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        throw InputError(
            Phrase("engine",
                   "--vary '%1' is not name=values; write name=v1,v2,… or name=from:to:+step or name=from:to:*factor")
                .arg(std::string(text)));
    const std::string name(text.substr(0, equals));
    return {name, parseSweepValues(specOf(parameters, name), text.substr(equals + 1))};
}

std::size_t sweepConfigurations(const std::vector<SweepAxis> &axes)
{
    std::size_t count = 1;
    std::set<std::string> names;
    for (const SweepAxis &axis : axes) {
        if (!names.insert(axis.name).second)
            throw InputError(
                Phrase("engine", "--vary: parameter '%1' is varied twice; give all its values at once").arg(axis.name));
        if (axis.values.empty() || axis.values.size() > maxSweepConfigurations / count)
            throw InputError(Phrase("engine", "--vary: more than %1 configurations; use fewer values or larger steps")
                                 .arg(maxSweepConfigurations));
        count *= axis.values.size();
    }
    return count;
}

void applyConfiguration(Parameters &parameters, const std::vector<SweepAxis> &axes, std::size_t index)
{
    for (std::size_t i = axes.size(); i-- > 0;) {
        const SweepAxis &axis = axes[i];
        parameters.set(axis.name, axis.values[index % axis.values.size()]);
        index /= axis.values.size();
    }
}

} // namespace streamscope
