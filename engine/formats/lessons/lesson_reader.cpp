// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/formats/lessons/lesson_lines.h"
#include "engine/formats/lessons/lesson_question_reader.h"
#include "engine/formats/lessons/lesson_run_reader.h"
#include "engine/formats/lessons/lesson_text.h"
#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <set>

namespace streamscope {

namespace {

constexpr std::int64_t largestOrder = 9'999;

class LessonReader
{
public:
    LessonReader(const ExperimentList &known, const LessonFiles &files) : m_known(known), m_files(files) {}

    Lesson read(RawLesson raw)
    {
        readFront(raw);
        if (raw.blocks.size() > maxLessonBlocks)
            refuseLine(raw.blocks[maxLessonBlocks].line, Phrase("engine", "more than %1 blocks").arg(maxLessonBlocks));
        for (const RawLessonBlock &block : raw.blocks)
            if (block.kind == "run")
                addRun(block);
        for (auto &[name, run] : m_here.runs)
            run.finished = false; // until its place in the text is reached
        std::size_t nextRun = 0;
        for (const RawLessonBlock &block : raw.blocks)
            addBlock(block, nextRun);
        requireAnswers();
        return std::move(m_lesson);
    }

private:
    void readFront(const RawLesson &raw)
    {
        std::set<std::string> seen;
        for (const auto &[key, line] : raw.front) {
            if (!seen.insert(key).second)
                refuseLine(line.number, Phrase("engine", "'%1:' stands there twice").arg(key));
            if (line.text.empty())
                refuseLine(line.number, Phrase("engine", "'%1:' has no value").arg(key));
            readFrontKey(key, line);
        }
        if (m_lesson.title.empty())
            refuseLine(1, QT_TRANSLATE_NOOP("engine", "the key 'title:' is missing"));
    }

    void readFrontKey(const std::string &key, const LessonLine &line)
    {
        if (key == "title")
            m_lesson.title = line.text;
        else if (key == "summary")
            m_lesson.summary = line.text;
        else if (key == "order")
            m_lesson.order = orderOf(line);
        else if (key == "device")
            m_lesson.device = lessonDeviceId(line.text, line.number);
        else if (key == "preset" || key == "experiment" || key == "program" || key == "trace")
            takeDefault(key, line);
        else
            refuseLine(
                line.number,
                Phrase("engine",
                       "unknown key '%1'; allowed: title, summary, order, device, preset, experiment, program, trace")
                    .arg(key));
    }

    static int orderOf(const LessonLine &line)
    {
        const auto order = parseWholeNumber(line.text);
        if (!order || *order < 1 || *order > largestOrder)
            refuseLine(line.number, Phrase("engine", "'order: %1': allowed: 1 to %2").arg(line.text, largestOrder));
        return static_cast<int>(*order);
    }

    void takeDefault(const std::string &key, const LessonLine &line)
    {
        if (!m_defaults.key.empty())
            refuseLine(line.number, Phrase("engine", "'%1:' says already what runs").arg(m_defaults.key));
        m_defaults.key = key;
        m_defaults.value = line.text;
    }

    void addRun(const RawLessonBlock &block)
    {
        if (m_runs.size() >= maxLessonRuns)
            refuseLine(block.line, Phrase("engine", "more than %1 runs").arg(maxLessonRuns));
        LessonRun run = readLessonRun(block, m_defaults, m_known, m_files);
        const LessonScope::Run scope{run.parameters, true};
        if (!m_all.runs.emplace(run.name, scope).second)
            refuseLine(block.line, Phrase("engine", "there are two runs '%1'").arg(run.name));
        m_here.runs.emplace(run.name, scope);
        m_runs.push_back(std::move(run));
    }

    void addBlock(const RawLessonBlock &block, std::size_t &nextRun)
    {
        if (block.kind == "run") {
            m_here.runs.at(m_runs[nextRun].name).finished = true;
            m_lesson.blocks.emplace_back(std::move(m_runs[nextRun++]));
        } else if (block.kind == "question") {
            takeName(block);
            m_lesson.blocks.emplace_back(readLessonQuestion(block, m_here, m_all));
        } else if (block.kind == "answer") {
            addAnswer(block);
        } else if (block.kind == "task") {
            takeName(block);
            m_lesson.blocks.emplace_back(readLessonTask(block, m_lesson, m_here, m_all));
        } else {
            addText(block);
        }
    }

    void takeName(const RawLessonBlock &block)
    {
        if (!m_names.insert(block.argument).second)
            refuseLine(block.line, Phrase("engine", "there are two questions or tasks '%1'").arg(block.argument));
    }

    void addText(const RawLessonBlock &block)
    {
        int first = block.line;
        const std::string markdown = joinedLines(block.lines, first);
        if (markdown.empty() && block.kind.empty())
            return;
        LessonText text = parseLessonText(markdown, first, m_here);
        text.line = block.line;
        if (block.kind == "if") {
            text.condition = parseLessonExpression(block.argument, block.line, m_here);
            if (text.condition.unit() != LessonUnit::Truth)
                refuseLine(block.line, Phrase("engine", "'%1' is %2, not a condition")
                                           .arg(block.argument, lessonUnitText(text.condition.unit())));
        }
        m_lesson.blocks.emplace_back(std::move(text));
    }

    void addAnswer(const RawLessonBlock &block)
    {
        LessonAnswer answer;
        answer.line = block.line;
        answer.question = questionOf(block);
        const auto &question = std::get<LessonQuestion>(m_lesson.blocks[answer.question]);
        if (!m_answered.insert(answer.question).second)
            refuseLine(block.line, Phrase("engine", "question '%1' has two answers").arg(question.name));
        for (const std::string &run : question.runs)
            if (!m_here.runs.at(run).finished)
                refuseLine(block.line, Phrase("engine", "the answer of '%1' needs run '%2', which stands below it")
                                           .arg(question.name, run));
        int first = block.line;
        const std::string markdown = joinedLines(block.lines, first);
        answer.text = parseLessonText(markdown, first, m_here);
        m_lesson.blocks.emplace_back(std::move(answer));
    }

    std::size_t questionOf(const RawLessonBlock &block) const
    {
        for (std::size_t i = 0; i < m_lesson.blocks.size(); ++i)
            if (const auto *question = std::get_if<LessonQuestion>(&m_lesson.blocks[i]);
                question && question->name == block.argument)
                return i;
        refuseLine(block.line, Phrase("engine", "there is no question '%1' above").arg(block.argument));
    }

    void requireAnswers() const
    {
        for (std::size_t i = 0; i < m_lesson.blocks.size(); ++i)
            if (const auto *question = std::get_if<LessonQuestion>(&m_lesson.blocks[i]);
                question && !m_answered.contains(i))
                refuseLine(
                    question->line,
                    Phrase("engine", "question '%1' has no block 'answer %2'").arg(question->name, question->name));
    }

    const ExperimentList &m_known;
    const LessonFiles &m_files;
    Lesson m_lesson;
    LessonDefaults m_defaults;
    std::vector<LessonRun> m_runs;
    LessonScope m_all, m_here; ///< all runs finished, and those above the place where we read
    std::set<std::string> m_names;
    std::set<std::size_t> m_answered;
};

template <typename Block>
const Block *findBlock(const Lesson &lesson, std::string_view name)
{
    for (const LessonBlock &block : lesson.blocks)
        if (const auto *found = std::get_if<Block>(&block); found && found->name == name)
            return found;
    return nullptr;
}

} // namespace

Lesson readLesson(const QByteArray &markdown, const std::string &source, const ExperimentList &known,
                  const LessonFiles &files)
{
    if (markdown.size() > maxLessonBytes)
        throw InputError(source, Phrase("engine", "a lesson has at most %1, and this has %2")
                                     .arg(sizeText(maxLessonBytes), sizeText(markdown.size())));
    try {
        Lesson lesson = LessonReader(known, files)
                            .read(splitLesson({markdown.constData(), static_cast<std::size_t>(markdown.size())}));
        lesson.name = source;
        return lesson;
    } catch (const InputError &error) {
        throw InputError(source, error.what());
    }
}

const LessonRun *Lesson::run(std::string_view wanted) const
{
    return findBlock<LessonRun>(*this, wanted);
}

const LessonQuestion *Lesson::question(std::string_view wanted) const
{
    return findBlock<LessonQuestion>(*this, wanted);
}

const LessonTask *Lesson::task(std::string_view wanted) const
{
    return findBlock<LessonTask>(*this, wanted);
}

std::size_t shownBlocks(const Lesson &lesson, const std::vector<std::string> &finished)
{
    bool waits = false;
    for (std::size_t i = 0; i < lesson.blocks.size(); ++i) {
        const auto *run = std::get_if<LessonRun>(&lesson.blocks[i]);
        if (waits && !run)
            return i;
        waits = waits || (run && std::find(finished.begin(), finished.end(), run->name) == finished.end());
    }
    return lesson.blocks.size();
}

} // namespace streamscope
