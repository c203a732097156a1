// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/document.h"
#include "engine/formats/lessons/lesson_lines.h"
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/formats/lessons/lesson_text.h"
#include "engine/formats/lessons/lesson_twin.h"
#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "engine/program/text/phrase.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::size_t maxLessonsOfClass = 100;

QByteArray builtInFile(const std::string &name)
{
    QFile file(QStringLiteral(":/lessons/") + QString::fromStdString(name));
    if (!file.open(QIODevice::ReadOnly))
        throw InputError(Phrase("engine", "there is no built-in file '%1'").arg(name));
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

bool isBuiltIn(const std::string &name)
{
    return QFile::exists(QStringLiteral(":/lessons/") + QString::fromStdString(name));
}

/// The lesson in another language, under its own name. @throws InputError naming the twin where more than words
/// differs.
Lesson spoken(const Lesson &lesson, Lesson twin)
{
    if (const std::string fault = twinFault(lesson, twin); !fault.empty())
        throw InputError(twin.name, fault);
    twin.name = lesson.name;
    twin.file = lesson.file;
    return twin;
}

Lesson builtInLesson(const std::string &name, const ExperimentList &known, const std::string &language)
{
    Lesson lesson = readLesson(builtInFile(name + ".md"), name, known, builtInFile);
    lesson.name = name;
    const std::string twin = twinPath(name, language);
    if (language.empty() || !isBuiltIn(twin + ".md"))
        return lesson;
    return spoken(lesson, readLesson(builtInFile(twin + ".md"), twin, known, builtInFile));
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

LessonHeading headingOf(const std::string &name, const std::string &language)
{
    LessonHeading heading{name, {}, {}, 0, {}};
    const auto addPreset = [&heading](const std::string &preset) {
        if (std::ranges::find(heading.presets, preset) == heading.presets.end())
            heading.presets.push_back(preset);
    };
    const std::string twin = twinPath(name, language) + ".md";
    const QByteArray bytes = builtInFile(!language.empty() && isBuiltIn(twin) ? twin : name + ".md");
    const RawLesson raw = splitLesson({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    for (const auto &[key, line] : raw.front) {
        if (key == "title")
            heading.title = line.text;
        else if (key == "summary")
            heading.summary = line.text;
        else if (key == "order")
            heading.order = static_cast<int>(parseWholeNumber(line.text).value_or(0));
        else if (key == "preset")
            addPreset(line.text);
    }
    constexpr std::string_view presetKey = "preset:";
    for (const RawLessonBlock &block : raw.blocks)
        for (const LessonLine &line : block.lines)
            if (block.kind == "run" && line.text.starts_with(presetKey))
                addPreset(trimmedLine(std::string_view(line.text).substr(presetKey.size())));
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
                refuseLine(line.number, Phrase("engine", "unknown key '%1'; allowed: title").arg(key));
            m_class.title = line.text;
        }
        if (m_class.title.empty())
            refuseLine(1, QT_TRANSLATE_NOOP("engine", "the key 'title:' is missing"));
        for (const RawLessonBlock &block : raw.blocks)
            readBlock(block);
        if (m_class.lessons.empty())
            refuseLine(1, QT_TRANSLATE_NOOP("engine", "a class lists its lessons in lines '- NAME', and here is none"));
        return std::move(m_class);
    }

private:
    void readBlock(const RawLessonBlock &block)
    {
        if (!block.kind.empty())
            refuseLine(block.line, Phrase("engine", "a class has no block '%1': its lessons have").arg(block.kind));
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
            refuseLine(line, Phrase("engine", "more than %1 lessons").arg(maxLessonsOfClass));
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

Lesson loadLesson(const std::string &path, const ExperimentList &known, const std::string &language)
{
    const LessonFiles beside = [&path](const std::string &name) {
        return readDocument(openInput(folderOf(path) + name));
    };
    Lesson lesson = readLesson(readDocument(openInput(path)), path, known, beside);
    lesson.file = path;
    const std::string twin = twinPath(path, language);
    if (language.empty() || !QFileInfo::exists(QString::fromStdString(twin)))
        return lesson;
    return spoken(lesson, readLesson(readDocument(openInput(twin)), twin, known, beside));
}

std::vector<std::string> twinLanguages(const std::string &path)
{
    constexpr qsizetype codeLetters = 2;
    std::vector<std::string> languages;
    const QDir folder(QFileInfo(QString::fromStdString(path)).path());
    for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        if (name.size() == codeLetters && QFileInfo::exists(QString::fromStdString(twinPath(path, name.toStdString()))))
            languages.push_back(name.toStdString());
    return languages;
}

std::vector<Lesson> builtInLessons(const ExperimentList &known, const std::string &language)
{
    std::vector<Lesson> lessons;
    for (const std::string &name : builtInNames())
        lessons.push_back(builtInLesson(name, known, language));
    std::stable_sort(lessons.begin(), lessons.end(),
                     [](const Lesson &a, const Lesson &b) { return a.order < b.order; });
    return lessons;
}

std::vector<LessonHeading> builtInLessonHeadings(const std::string &language)
{
    std::vector<LessonHeading> headings;
    for (const std::string &name : builtInNames())
        headings.push_back(headingOf(name, language));
    std::stable_sort(headings.begin(), headings.end(),
                     [](const LessonHeading &a, const LessonHeading &b) { return a.order < b.order; });
    return headings;
}

Lesson findLesson(const std::string &name, const ExperimentList &known, const std::string &language)
{
    const auto order = parseWholeNumber(name);
    std::string names;
    for (const LessonHeading &heading : builtInLessonHeadings()) {
        if (heading.name == name || withoutNumber(heading.name) == name || (order && heading.order == *order))
            return builtInLesson(heading.name, known, language);
        names += (names.empty() ? "" : ", ") + heading.name;
    }
    throw InputError(Phrase("engine", "unknown lesson '%1'; lessons: %2; or a file *.md").arg(name, names));
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
        throw InputError(path, Phrase("engine", "a class has at most %1").arg(sizeText(maxLessonBytes)));
    try {
        return ClassReader(path, known).read(splitLesson({bytes.constData(), static_cast<std::size_t>(bytes.size())}));
    } catch (const InputError &error) {
        throw InputError(path, error.what());
    }
}

} // namespace streamscope
