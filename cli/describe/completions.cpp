// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/describe/descriptions.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr const char *madeBy = "Made by 'streamscope describe' from the declarations of the options.\n";

std::string joined(const std::vector<std::string> &words, const char *between = " ")
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

std::vector<std::string> namesOf(const CommandText &command)
{
    std::vector<std::string> names;
    for (const OptionText &option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::vector<std::string> subcommandsOf(const std::vector<CommandText> &commands)
{
    std::vector<std::string> names;
    for (const CommandText &command : commands)
        if (!command.name.empty())
            names.push_back(command.name);
    return names;
}

/// In single quotes of a shell.
std::string quoted(const std::string &text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// One line, without what zsh's _arguments and _describe take for more than text.
std::string zshText(const std::string &text)
{
    std::string out;
    for (const char c : text.substr(0, text.find('\n')))
        out += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out;
}

std::string bashAction(const OptionText &option)
{
    switch (option.kind) {
    case ValueKind::File:
        return "_streamscope_files";
    case ValueKind::Target:
        return "_streamscope_words " + quoted(joined(wordsOf(option.kind, option))) + "; _streamscope_files";
    case ValueKind::Knob:
        return "compopt -o nospace 2>/dev/null; _streamscope_words " + quoted(joined(wordsOf(option.kind, option)));
    case ValueKind::Other:
        return ":";
    default:
        return "_streamscope_words " + quoted(joined(wordsOf(option.kind, option)));
    }
}

std::string bashCommand(const CommandText &command)
{
    std::string text = "    " + command.name + ")\n        case $before in\n";
    for (const OptionText &option : command.options)
        if (option.kind != ValueKind::None)
            text += "        " + joined(option.names, " | ") + ") " + bashAction(option) + " && return ;;\n";
    text +=
        "        esac\n        if [[ $word == -* ]]; then\n            _streamscope_words "
        + quoted(joined(namesOf(command))) + "\n        else\n            "
        + (command.positionals.empty() ? std::string("_streamscope_files") : bashAction(command.positionals.front()))
        + "\n        fi\n        ;;\n";
    return text;
}

std::string zshAction(const OptionText &option)
{
    if (option.kind == ValueKind::None)
        return {};
    const std::string head = ":" + zshText(option.value.empty() ? option.names.back() : option.value) + ":";
    if (option.kind == ValueKind::File)
        return head + "_files";
    const std::vector<std::string> words = wordsOf(option.kind, option);
    if (words.empty())
        return head;
    std::vector<std::string> escaped;
    for (const std::string &word : words)
        escaped.push_back(zshText(word));
    if (option.kind == ValueKind::Target)
        return head + "{ compadd -- " + joined(words) + "; _files }";
    if (option.kind == ValueKind::Knob)
        return head + "{ compadd -S \"\" -- " + joined(words) + " }";
    return head + "(" + joined(escaped) + ")";
}

std::string zshOption(const OptionText &option)
{
    std::string text;
    for (const std::string &name : option.names)
        text +=
            " \\\n            "
            + quoted((option.repeats ? "*" : "") + name + "[" + zshText(option.description) + "]" + zshAction(option));
    return text;
}

std::string zshPositionals(const CommandText &command)
{
    std::string text;
    for (std::size_t i = 0; i < command.positionals.size(); ++i) {
        const OptionText &positional = command.positionals[i];
        const std::string place = positional.repeats ? "*" : std::to_string(i + 1);
        text += " \\\n            " + quoted(place + zshAction(positional));
    }
    return text;
}

std::string fishOption(const std::string &condition, const OptionText &option)
{
    std::string line = "complete -c streamscope -n " + quoted(condition);
    for (const std::string &name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    const std::vector<std::string> words = wordsOf(option.kind, option);
    if (option.kind == ValueKind::File)
        line += " -r -F";
    else if (option.kind != ValueKind::None)
        line += words.empty() ? " -x" : " -x -a " + quoted(joined(words));
    return line + " -d " + quoted(option.description.substr(0, option.description.find('\n'))) + "\n";
}

} // namespace

std::string bashCompletion(const std::vector<CommandText> &commands)
{
    std::string text = std::string("# bash completion of streamscope. ") + madeBy + R"(
_streamscope_words() { mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$1" -- "$word"); }
_streamscope_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word")
}
_streamscope() {
    local word before subcommand='' i
    COMPREPLY=()
    # A colon divides words in bash, and device ids have one: what stands before it comes off again at the end.
    if declare -F _get_comp_words_by_ref >/dev/null; then
        local words cword cur prev
        _get_comp_words_by_ref -n ':=' words cword cur prev
        word=$cur before=$prev
    else
        local words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
        word=${words[cword]} before=${words[cword - 1]}
    fi
    for ((i = 1; i < cword; ++i)); do
        [[ ${words[i]} == -- && $subcommand == record ]] && return # the program's own words
        [[ -n $subcommand || ${words[i]} == -* ]] || subcommand=${words[i]}
    done
    case $subcommand in
    '')
        if [[ $word == -* ]]; then
            _streamscope_words )"
                       + quoted(joined(namesOf(commands.front()))) + "\n        else\n            _streamscope_words "
                       + quoted(joined(subcommandsOf(commands)))
                       + "\n            _streamscope_files\n        fi\n        ;;\n";
    for (const CommandText &command : commands)
        if (!command.name.empty())
            text += bashCommand(command);
    return text + R"(    *) _streamscope_files ;; # files for the window
    esac
    if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$word"; fi
}
complete -F _streamscope streamscope
)";
}

std::string zshCompletion(const std::vector<CommandText> &commands)
{
    std::string text = std::string("#compdef streamscope\n# ") + madeBy
                       + "\n_streamscope() {\n    local -a subcommands\n"
                         "    subcommands=(\n";
    for (const CommandText &command : commands)
        if (!command.name.empty())
            text += "        " + quoted(command.name + ":" + zshText(command.description)) + "\n";
    text += "    )\n    if (( CURRENT == 2 )); then\n        if [[ $words[2] == -* ]]; then\n            _arguments" +
            [&] {
                std::string options;
                for (const OptionText &option : commands.front().options)
                    options += zshOption(option);
                return options;
            }()
            + "\n        else\n            _describe 'subcommand' subcommands\n            _files\n        fi\n"
              "        return\n    fi\n    local subcommand=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
              "    case $subcommand in\n";
    for (const CommandText &command : commands) {
        if (command.name.empty())
            continue;
        text += "    " + command.name + ")\n        _arguments -s";
        for (const OptionText &option : command.options)
            text += zshOption(option);
        text += zshPositionals(command) + "\n        ;;\n";
    }
    return text + "    *) _files ;;\n    esac\n}\n_streamscope \"$@\"\n";
}

std::string fishCompletion(const std::vector<CommandText> &commands)
{
    const std::string none = "not __fish_seen_subcommand_from " + joined(subcommandsOf(commands));
    std::string text = std::string("# fish completion of streamscope. ") + madeBy;
    for (const CommandText &command : commands)
        if (!command.name.empty())
            text += "complete -c streamscope -n " + quoted(none) + " -a " + command.name + " -d "
                    + quoted(command.description.substr(0, command.description.find('\n'))) + "\n";
    for (const CommandText &command : commands) {
        const std::string condition = command.name.empty() ? none : "__fish_seen_subcommand_from " + command.name;
        for (const OptionText &option : command.options)
            text += fishOption(condition, option);
        for (const OptionText &positional : command.positionals)
            if (const std::vector<std::string> words = wordsOf(positional.kind, positional); !words.empty())
                text += "complete -c streamscope -n " + quoted(condition) + " -a " + quoted(joined(words)) + "\n";
    }
    return text;
}

} // namespace streamscope
