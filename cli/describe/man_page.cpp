// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/describe/descriptions.h"

namespace streamscope {

namespace {

/// For roff: no backslash is an escape, no hyphen becomes a dash, no line begins with a request.
std::string roff(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
            out += std::string("\\&") + c;
        else
            out += c;
    }
    return out;
}

/// A text whose lines stand as they are; roff breaks the line itself before one that begins with a space.
std::string paragraphs(const std::string &text)
{
    const std::string lines = roff(text);
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const char next = i + 1 < lines.size() ? lines[i + 1] : '\n';
        if (lines[i] != '\n')
            out += lines[i];
        else if (next != '\n')
            out += next == ' ' ? "\n" : "\n.br\n";
    }
    return out;
}

std::string pageName(const CommandText &command)
{
    return command.name.empty() ? "streamscope" : "streamscope-" + command.name;
}

std::string synopsis(const CommandText &command)
{
    std::string line = ".B streamscope" + (command.name.empty() ? "" : ' ' + roff(command.name)) + "\n";
    if (command.name.empty())
        line += "[\\fIOPTIONS\\fR] [\\fIFILE\\fR...]\n.br\n.B streamscope\n\\fISUBCOMMAND\\fR [\\fIOPTIONS\\fR] ...\n";
    else
        line += "[\\fIOPTIONS\\fR]";
    if (!command.name.empty())
        for (const OptionText &positional : command.positionals) {
            const std::string name = "\\fI" + roff(positional.names.front()) + "\\fR";
            line += (positional.required ? " " + name : " [" + name + "]") + (positional.repeats ? "..." : "");
        }
    return line + (command.name == "record" ? " \\-\\- \\fIPROGRAM\\fR [\\fIARGUMENTS\\fR...]\n" : "\n");
}

std::string entry(const OptionText &option)
{
    std::string head;
    for (const std::string &name : option.names)
        head += (head.empty() ? "" : ", ") + std::string(name.starts_with('-') ? "\\fB" : "\\fI") + roff(name) + "\\fR";
    if (!option.value.empty() && option.names.front().starts_with('-'))
        head += " \\fI" + roff(option.value) + "\\fR";
    std::string body = option.description;
    if (!option.choices.empty()) {
        body += body.empty() ? "One of" : ": one of";
        for (const std::string &choice : option.choices)
            body += (choice == option.choices.front() ? " " : ", ") + choice;
    }
    return ".TP\n" + head + "\n" + paragraphs(body) + "\n";
}

std::string section(const char *title, const std::vector<OptionText> &options)
{
    std::string text = options.empty() ? "" : std::string(".SH ") + title + "\n";
    for (const OptionText &option : options)
        text += entry(option);
    return text;
}

std::string subcommands(const std::vector<CommandText> &all)
{
    std::string text = ".SH SUBCOMMANDS\n";
    for (const CommandText &command : all)
        if (!command.name.empty())
            text +=
                ".TP\n\\fBstreamscope\\-" + roff(command.name) + "\\fR(1)\n" + paragraphs(command.description) + "\n";
    return text;
}

} // namespace

std::string manPage(const CommandText &command, const std::vector<CommandText> &all)
{
    std::string page = ".\\\" Made by 'streamscope describe man' from the declarations of the options.\n.TH \""
                       + roff(pageName(command))
                       + "\" 1 \"\" \"StreamScope " STREAMSCOPE_VERSION "\" \"StreamScope\"\n";
    page += ".SH NAME\n" + roff(pageName(command)) + " \\- "
            + roff(command.name.empty() ? "a desktop lab for CUDA streams" : command.description) + "\n";
    page += ".SH SYNOPSIS\n" + synopsis(command);
    if (command.name.empty())
        page += ".SH DESCRIPTION\n" + paragraphs(command.description) + "\n" + subcommands(all);
    page += section("ARGUMENTS", command.positionals) + section("OPTIONS", command.options);
    if (!command.footer.empty())
        page += ".SH NOTES\n" + paragraphs(command.footer) + "\n";
    page += ".SH EXIT STATUS\n0: done. 1: the run failed. 2: wrong use or bad input.\n";
    if (command.name == "record")
        page += "But for these, that of the program that is recorded.\n";
    return page + ".SH SEE ALSO\n"
           + (command.name.empty() ? "The documentation in the folder of the package\n" : ".BR streamscope (1)\n");
}

} // namespace streamscope
