// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/gate.h"

#include "cli/common/console.h"

#include "engine/device/number_text.h"
#include "engine/program/errors.h"
#include "engine/program/size_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

struct Condition
{
    std::string figure, unit;
    bool above = true, inclusive = false;
    double value = 0;
};

Condition conditionOf(const std::string &text)
{
    const auto bad = [&text](const std::string &why) {
        return InputError("--fail-if '" + text + "': " + why + ", as in --fail-if 'exposed_copy > 5 %'");
    };
    const std::size_t sign = text.find_first_of("<>");
    if (sign == std::string::npos)
        throw bad("a figure, < or >, and a value are expected");
    Condition condition;
    condition.figure = trimmed(std::string_view(text).substr(0, sign));
    condition.above = text[sign] == '>';
    std::string_view rest = std::string_view(text).substr(sign + 1);
    condition.inclusive = rest.starts_with('=');
    rest = trimmed(rest.substr(condition.inclusive ? 1 : 0));
    if (rest.starts_with('+'))
        rest.remove_prefix(1);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), condition.value);
    if (error != std::errc() || !std::isfinite(condition.value))
        throw bad("'" + std::string(rest) + "' is no number");
    condition.unit = trimmed(rest.substr(static_cast<std::size_t>(end - rest.data())));
    return condition;
}

/// Nanoseconds of one `unit`; 0 for what is no unit of time.
double nanosecondsOf(const std::string &unit)
{
    return unit == "ns" ? 1 : unit == "us" || unit == "µs" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0;
}

std::string namesOf(const std::vector<GateFigure> &figures)
{
    std::string names;
    std::string last; // a share and a time of one name follow each other
    for (const GateFigure &figure : figures)
        if (std::exchange(last, figure.name) != figure.name)
            names += (names.empty() ? "" : ", ") + figure.name;
    return names;
}

bool hasUnit(const GateFigure &figure, const std::string &unit)
{
    switch (figure.unit) {
    case GateFigure::Unit::Percent:
        return unit == "%" || unit.empty();
    case GateFigure::Unit::Time:
        return nanosecondsOf(unit) > 0;
    case GateFigure::Unit::Count:
        return unit.empty();
    }
    return false;
}

std::string valueText(const GateFigure &figure)
{
    switch (figure.unit) {
    case GateFigure::Unit::Percent:
        return decimalText(figure.value, 2) + " %";
    case GateFigure::Unit::Time:
        return millisecondsText(std::llround(figure.value));
    case GateFigure::Unit::Count:
        return decimalText(figure.value, 0);
    }
    return {};
}

/// A figure may be known as a share and as a time: the unit chooses.
const GateFigure &figureFor(const Condition &condition, const std::vector<GateFigure> &figures, const std::string &text)
{
    const auto isNamed = [&](const GateFigure &figure) { return figure.name == condition.figure; };
    const auto isOfAdvice = [](const std::string &name) { return name.starts_with("advice."); };
    if (isOfAdvice(condition.figure)
        && std::none_of(figures.begin(), figures.end(), [&](const GateFigure &f) { return isOfAdvice(f.name); }))
        throw InputError("--fail-if '" + text + "': no change was tried here, so " + condition.figure
                         + " is not known; --no-advice and --explain try none");
    if (std::none_of(figures.begin(), figures.end(), isNamed))
        throw InputError("--fail-if '" + text + "': unknown figure '" + condition.figure
                         + "'; allowed: " + namesOf(figures));
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const GateFigure &figure) {
        return isNamed(figure) && hasUnit(figure, condition.unit);
    });
    if (found == figures.end())
        throw InputError("--fail-if '" + text + "': '" + condition.unit + "' is no unit of " + condition.figure
                         + "; shares have %, times ns, us, ms or s, numbers none");
    return *found;
}

} // namespace

void Gate::addTo(CLI::App &app, const std::string &figures)
{
    app.add_option("--fail-if", m_texts,
                   "'FIGURE > VALUE' (or <, >=, <=): then the exit code is 1. Figures: " + figures)
        ->allow_extra_args(false)
        ->take_all();
}

int Gate::check(const std::vector<GateFigure> &figures) const
{
    int failures = 0;
    for (const std::string &text : m_texts) {
        const Condition condition = conditionOf(text);
        const GateFigure &figure = figureFor(condition, figures, text);
        const double limit =
            condition.value * (figure.unit == GateFigure::Unit::Time ? nanosecondsOf(condition.unit) : 1);
        const bool beyond = condition.above ? figure.value > limit : figure.value < limit;
        if (!beyond && !(condition.inclusive && figure.value == limit))
            continue;
        printMessage("failed: " + text + ": it is " + valueText(figure));
        ++failures;
    }
    return failures;
}

} // namespace streamscope
