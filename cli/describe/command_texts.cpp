// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/describe/command_texts.h"

#include "engine/changes/change.h"
#include "engine/codegen/code_language.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/preset.h"
#include "engine/formats/lessons/lesson_reader.h"
#include "experiments/registry.h"

#include <algorithm>
#include <map>
#include <set>

namespace streamscope {

namespace {

/// "TEXT:{nodes,whole}" of CLI::IsMember.
std::vector<std::string> choicesIn(const std::string &type)
{
    const std::size_t open = type.find('{'), close = type.rfind('}');
    std::vector<std::string> choices;
    if (open == std::string::npos || close == std::string::npos || close < open)
        return choices;
    std::string text = type.substr(open + 1, close - open - 1);
    for (std::size_t comma = 0; comma != std::string::npos; text = text.substr(comma + 1)) {
        comma = text.find(',');
        choices.push_back(text.substr(0, comma));
        if (comma == std::string::npos)
            break;
    }
    return choices;
}

ValueKind kindOf(const std::string &name, const OptionText &option)
{
    if (option.value.empty())
        return ValueKind::None;
    if (!option.choices.empty())
        return ValueKind::Choice;
    static const std::map<std::string, ValueKind> byName{
        {"target", ValueKind::Target},    {"A", ValueKind::Target},         {"B", ValueKind::Target},
        {"lesson", ValueKind::Lesson},    {"file", ValueKind::File},        {"more", ValueKind::File},
        {"FILE", ValueKind::File},        {"SHARD", ValueKind::File},       {"--device", ValueKind::Device},
        {"--set", ValueKind::Knob},       {"--vary", ValueKind::Knob},      {"--change", ValueKind::Change},
        {"--csv", ValueKind::File},       {"--image", ValueKind::File},     {"--trace", ValueKind::File},
        {"--report", ValueKind::File},    {"--output", ValueKind::File},    {"--program", ValueKind::File},
        {"--resume", ValueKind::File},    {"--profile", ValueKind::File},   {"--sqlite", ValueKind::File},
        {"--sheet", ValueKind::File},     {"--solutions", ValueKind::File}, {"--raw-times", ValueKind::File},
        {"--blocks-csv", ValueKind::File}};
    const auto found = byName.find(name);
    return found == byName.end() ? ValueKind::Other : found->second;
}

OptionText textOf(const CLI::Option &option)
{
    OptionText text;
    const bool positional = option.get_positional();
    if (positional)
        text.names.push_back(option.get_name(true));
    for (const std::string &name : option.get_snames())
        text.names.push_back('-' + name);
    for (const std::string &name : option.get_lnames())
        text.names.push_back("--" + name);
    const std::string type = option.get_type_size() == 0 ? std::string() : option.get_type_name();
    text.choices = choicesIn(type);
    text.value = type.substr(0, type.find_first_of(": "));
    text.description = option.get_description();
    text.required = option.get_required();
    text.repeats = option.get_expected_max() > 1;
    text.kind = kindOf(text.names.back(), text);
    // The languages are checked where they are used, so that a new one is one line.
    if (text.names.back() == "--language") {
        text.kind = ValueKind::Choice;
        for (const CodeLanguage &language : codeLanguages())
            text.choices.emplace_back(language.id);
    }
    return text;
}

CommandText textOf(const CLI::App &app, bool isProgram)
{
    CommandText text{isProgram ? std::string() : app.get_name(), app.get_description(), app.get_footer(), {}, {}};
    for (const CLI::Option *option : app.get_options())
        if (!option->get_group().empty())
            (option->get_positional() ? text.positionals : text.options).push_back(textOf(*option));
    return text;
}

std::vector<std::string> targets()
{
    std::vector<std::string> names;
    for (const Preset &preset : builtInPresets(experiments()))
        names.push_back(preset.name);
    for (const Experiment *experiment : experiments())
        names.push_back(experiment->id());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::vector<std::string> knobs()
{
    std::set<std::string> names;
    for (const Experiment *experiment : experiments())
        for (const Parameters defaults = experiment->defaults(); const ParameterSpec &spec : defaults.specs())
            names.insert(spec.name + '=');
    return {names.begin(), names.end()};
}

} // namespace

std::vector<CommandText> commandTexts(const CLI::App &app)
{
    std::vector<CommandText> texts{textOf(app, true)};
    for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
        if (!command->get_group().empty())
            texts.push_back(textOf(*command, false));
    return texts;
}

std::vector<std::string> wordsOf(ValueKind kind, const OptionText &option)
{
    std::vector<std::string> words;
    switch (kind) {
    case ValueKind::Choice:
        return option.choices;
    case ValueKind::Target:
        return targets();
    case ValueKind::Knob:
        return knobs();
    case ValueKind::Device:
        words.push_back("cuda:0");
        for (const std::string &name : builtInProfileNames())
            words.push_back("sim:" + name);
        break;
    case ValueKind::Change:
        for (const Change *change : changes())
            words.push_back(change->id());
        break;
    case ValueKind::Lesson:
        for (const LessonHeading &heading : builtInLessonHeadings())
            words.push_back(heading.name);
        break;
    case ValueKind::None:
    case ValueKind::File:
    case ValueKind::Other:
        break;
    }
    return words;
}

} // namespace streamscope
