// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/document.h"
#include "engine/formats/lessons/lesson_lines.h"
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/formats/lessons/lesson_text.h"
#include "engine/program/errors.h"
#include "engine/program/size_text.h"

#include <QDir>
#include <QFile>

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::size_t maxLessonsOfClass = 100;

QByteArray builtInFile(const std::string &name)
{
    QFile file(QStringLiteral(":/lessons/") + QString::fromStdString(name));
    if (!file.open(QIODevice::ReadOnly))
        throw InputError("there is no built-in file '" + name + "'");
    return file.readAll();
}

/// "resources/lessons/01-two-streams.md" → "01-two-streams".
std::vector<std::string> builtInNames()
{
    std::vector<std::string> names;
    const QDir folder(QStringLiteral(":/lessons"));
    for (const QString &name : folder.entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name))
        names.push_back(name.chopped(3).toStdString());
    return names;
}

Lesson builtInLesson(const std::string &name, const ExperimentList &known)
{
    Lesson lesson = readLesson(builtInFile(name + ".md"), name, known, builtInFile);
    lesson.name = name;
    return lesson;
}

std::string folderOf(const std::string &path)
{
    const std::size_t slash = path.rfind('/');
    return slash == path.npos ? std::string() : path.substr(0, slash + 1);
}

/// "01-two-streams" → "two-streams".
std::string withoutNumber(const std::string &name)
{
    return name.substr(std::min(name.find_first_not_of("0123456789-"), name.size()));
}

LessonHeading headingOf(const std::string &name)
{
    LessonHeading heading{name, {}, {}, 0};
    const QByteArray bytes = builtInFile(name + ".md");
    for (const auto &[key, line] : splitLesson({bytes.constData(), static_cast<std::size_t>(bytes.size())}).front) {
        if (key == "title")
            heading.title = line.text;
        else if (key == "summary")
            heading.summary = line.text;
        else if (key == "order")
            heading.order = static_cast<int>(parseWholeNumber(line.text).value_or(0));
    }
    return heading;
}

class ClassReader
{
public:
    ClassReader(const std::string &path, const ExperimentList &known) : m_folder(folderOf(path)), m_known(known)
    {
        m_class.file = path;
    }

    LessonClass read(const RawLesson &raw)
    {
        for (const auto &[key, line] : raw.front) {
            if (key != "title")
                refuseLine(line.number, "unknown key '" + key + "'; allowed: title");
            m_class.title = line.text;
        }
        if (m_class.title.empty())
            refuseLine(1, "the key 'title:' is missing");
        for (const RawLessonBlock &block : raw.blocks)
            readBlock(block);
        if (m_class.lessons.empty())
            refuseLine(1, "a class lists its lessons in lines '- NAME', and here is none");
        return std::move(m_class);
    }

private:
    void readBlock(const RawLessonBlock &block)
    {
        if (!block.kind.empty())
            refuseLine(block.line, "a class has no block '" + block.kind + "': its lessons have");
        std::vector<LessonLine> introduction;
        for (const LessonLine &line : block.lines)
            if (const std::string text = trimmedLine(line.text); text.starts_with("- "))
                addLesson(trimmedLine(std::string_view(text).substr(2)), line.number);
            else
                introduction.push_back(line);
        int first = 0;
        m_class.introduction = joinedLines(introduction, first);
    }

    void addLesson(const std::string &name, int line)
    {
        if (m_class.lessons.size() >= maxLessonsOfClass)
            refuseLine(line, "more than " + std::to_string(maxLessonsOfClass) + " lessons");
        try {
            m_class.lessons.push_back(name.ends_with(".md") ? loadLesson(m_folder + name, m_known)
                                                            : findLesson(name, m_known));
        } catch (const InputError &error) {
            refuseLine(line, error.what());
        }
    }

    std::string m_folder;
    const ExperimentList &m_known;
    LessonClass m_class;
};

} // namespace

Lesson loadLesson(const std::string &path, const ExperimentList &known)
{
    const LessonFiles beside = [&path](const std::string &name) {
        return readDocument(openInput(folderOf(path) + name));
    };
    Lesson lesson = readLesson(readDocument(openInput(path)), path, known, beside);
    lesson.file = path;
    return lesson;
}

std::vector<Lesson> builtInLessons(const ExperimentList &known)
{
    std::vector<Lesson> lessons;
    for (const std::string &name : builtInNames())
        lessons.push_back(builtInLesson(name, known));
    std::stable_sort(lessons.begin(), lessons.end(),
                     [](const Lesson &a, const Lesson &b) { return a.order < b.order; });
    return lessons;
}

std::vector<LessonHeading> builtInLessonHeadings()
{
    std::vector<LessonHeading> headings;
    for (const std::string &name : builtInNames())
        headings.push_back(headingOf(name));
    std::stable_sort(headings.begin(), headings.end(),
                     [](const LessonHeading &a, const LessonHeading &b) { return a.order < b.order; });
    return headings;
}

Lesson findLesson(const std::string &name, const ExperimentList &known)
{
    const auto order = parseWholeNumber(name);
    std::string names;
    for (const LessonHeading &heading : builtInLessonHeadings()) {
        if (heading.name == name || withoutNumber(heading.name) == name || (order && heading.order == *order))
            return builtInLesson(heading.name, known);
        names += (names.empty() ? "" : ", ") + heading.name;
    }
    throw InputError("unknown lesson '" + name + "'; lessons: " + names + "; or a file *.md");
}

bool isClassPath(const std::string &path)
{
    return path.ends_with(".class.md");
}

bool isLessonPath(const std::string &path)
{
    return path.ends_with(".md");
}

LessonClass loadClass(const std::string &path, const ExperimentList &known)
{
    const QByteArray bytes = readDocument(openInput(path));
    if (bytes.size() > maxLessonBytes)
        throw InputError(path, "a class has at most " + sizeText(maxLessonBytes));
    try {
        return ClassReader(path, known).read(splitLesson({bytes.constData(), static_cast<std::size_t>(bytes.size())}));
    } catch (const InputError &error) {
        throw InputError(path, error.what());
    }
}

} // namespace streamscope
