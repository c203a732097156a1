// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/describe/descriptions.h"

#include "engine/changes/change.h"
#include "experiments/registry.h"

#include <algorithm>

namespace streamscope {

namespace {

/// For a cell of a table.
std::string cell(const std::string &text)
{
    std::string out;
    for (const char c : text)
        out += c == '|'    ? std::string("\\|")
               : c == '\n' ? std::string(" ")
               : c == '<'  ? std::string("&lt;")
                           : std::string(1, c);
    return out;
}

std::string code(const std::string &text)
{
    return '`' + text + '`';
}

std::string optionRow(const OptionText &option)
{
    std::string names;
    for (const std::string &name : option.names)
        names += (names.empty() ? "" : ", ") + code(name);
    std::string value = option.value;
    if (!option.choices.empty()) {
        value.clear();
        for (const std::string &choice : option.choices)
            value += (value.empty() ? "" : ", ") + choice;
    }
    if (option.repeats)
        value += " …";
    return "| " + names + (option.required ? " (required)" : "") + " | " + cell(value) + " | "
           + cell(option.description) + " |\n";
}

std::string commandSection(const CommandText &command)
{
    std::string text = command.name.empty() ? "## streamscope\n\n" : "## streamscope " + command.name + "\n\n";
    text += command.description + (command.description.ends_with('.') ? "\n\n" : ".\n\n");
    text += "| argument, option | value | |\n|---|---|---|\n";
    for (const OptionText &positional : command.positionals)
        text += optionRow(positional);
    for (const OptionText &option : command.options)
        text += optionRow(option);
    if (!command.footer.empty()) {
        text += "\n";
        std::string line;
        for (const char c : command.footer + "\n") {
            if (c != '\n')
                line += c;
            else if (!line.empty())
                text += (line.starts_with("  ") ? "- " + cell(line.substr(2)) : cell(line) + "\n") + "\n", line.clear();
        }
    }
    return text + "\n";
}

std::string knobTable(const std::vector<ParameterSpec> &specs)
{
    std::string text = "| name | type | default | allowed | |\n|---|---|---|---|---|\n";
    for (const ParameterSpec &spec : specs)
        text += "| " + code(spec.name) + " | " + std::string(parameterTypeName(spec.type))
                + (spec.unit.empty() ? "" : " [" + spec.unit + "]") + " | " + cell(valueText(spec, spec.defaultValue))
                + " | " + cell(allowedText(spec)) + " | " + cell(spec.help) + " |\n";
    return text + "\n";
}

} // namespace

std::string referencePage(const std::vector<CommandText> &commands)
{
    std::string text =
        "# Reference\n\n"
        "<!-- Made by `streamscope describe markdown` from the declarations; scripts/reference.sh writes it. -->\n\n"
        "Exit codes: 0 done, 1 the run failed, 2 wrong use or bad input. Messages go to the "
        "standard error output, data to the standard output or into files.\n\n# Subcommands\n\n";
    for (const CommandText &command : commands)
        text += commandSection(command);
    text += "# Experiments\n\nKnobs of each, for `--set`, `--vary` and presets.\n\n";
    for (const Experiment *experiment : experiments()) {
        text += "## " + experiment->id() + "\n\n" + experiment->title() + ". " + experiment->summary() + "\n\n";
        const Parameters defaults = experiment->defaults();
        text += knobTable(defaults.specs());
    }
    text += "# Changes\n\nFor `--change`: `id:name=value,filter`.\n\n";
    for (const Change *change : changes()) {
        text += "## " + change->id() + "\n\n" + change->title() + ". " + change->summary()
                + " Assumes: " + change->assumes() + "\n\n";
        if (const std::vector<ParameterSpec> specs = change->parameters(); !specs.empty())
            text += knobTable(specs);
    }
    text.pop_back();
    return text;
}

} // namespace streamscope
