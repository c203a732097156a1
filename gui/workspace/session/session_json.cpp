// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/session/session_json.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/text/json_object.h"
#include "engine/program/errors.h"
#include "engine/remote/ssh_host.h"
#include "gui/timeline/text/translation.h"
#include "gui/workspace/session/sweep_json.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <limits>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t mostNumber = std::numeric_limits<SessionNumber>::max();
constexpr int mostDocuments = 100'000;

QString key(const char *name)
{
    return QString::fromLatin1(name);
}

QJsonValue textJson(const std::string &text)
{
    return QString::fromStdString(text);
}

/// As text: a JSON number need not hold 64 bits.
QJsonValue timeJson(std::int64_t ns)
{
    return QString::number(ns);
}

std::int64_t readTime(const JsonObject &object, const char *name)
{
    bool isNumber = false;
    const std::int64_t ns = QString::fromStdString(object.text(name)).toLongLong(&isNumber);
    if (!isNumber)
        object.refuse(name, "\"" + object.text(name) + "\"", "a whole number of nanoseconds");
    return ns;
}

QJsonObject objectOf(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

/// An object within the file, as the file of its own that it would be.
QByteArray bytesOf(const JsonObject &object, const char *name)
{
    if (!object.value(name).isObject())
        object.refuse(name, jsonValueText(object.value(name)), "an object");
    return QJsonDocument(object.value(name).toObject()).toJson();
}

QJsonObject presetObject(const Preset &preset, SessionParts &parts)
{
    return {{key("name"), textJson(preset.name)},
            {key("title"), textJson(preset.title)},
            {key("description"), textJson(preset.description)},
            {key("device"), textJson(preset.device)},
            {key("source"), static_cast<qint64>(parts.add(preset.experiment))},
            {key("parameters"), toJson(preset.parameters)}};
}

QJsonObject viewObject(const KeptView &view)
{
    QJsonObject object;
    if (view.lanes)
        object.insert(key("lanes"), objectOf(view.lanes->toJson()));
    if (!(view.marks == TimelineMarks()))
        object.insert(key("marks"), objectOf(view.marks.toJson()));
    if (!view.part)
        return object;
    QJsonObject part{{key("origin_ns"), timeJson(view.part->axis.originNs)},
                     {key("ns_per_pixel"), view.part->axis.nsPerPixel},
                     {key("scroll"), view.part->scrollY},
                     {key("whole"), view.part->isWhole}};
    if (view.part->selected)
        part.insert(key("selected"), static_cast<qint64>(*view.part->selected));
    if (view.part->range)
        part.insert(key("range"), QJsonObject{{key("begin_ns"), timeJson(view.part->range->begin)},
                                              {key("end_ns"), timeJson(view.part->range->end)}});
    object.insert(key("part"), part);
    return object;
}

QJsonObject contentObject(const KeptExperiment &kept, SessionParts &parts, TraceStore)
{
    QJsonObject object{{key("kind"), key("experiment")},
                       {key("preset"), presetObject(kept.preset, parts)},
                       {key("path"), kept.path},
                       {key("result"), static_cast<qint64>(parts.add(kept.result))}};
    if (kept.saved)
        object.insert(key("saved"), presetObject(*kept.saved, parts));
    if (kept.sweep) {
        QJsonObject sweep = sweepJson(*kept.sweep);
        sweep.insert(key("source"), static_cast<qint64>(parts.add(kept.sweep->experiment)));
        object.insert(key("sweep"), sweep);
    }
    if (!kept.unsoundRows.isEmpty())
        object.insert(key("unsound"), objectOf(kept.unsoundRows));
    return object;
}

QJsonObject contentObject(const KeptTrace &kept, SessionParts &parts, TraceStore traces)
{
    const bool isNamed = traces == TraceStore::Named && !kept.isMade && QFileInfo::exists(kept.path);
    QJsonObject object{{key("kind"), key("trace")},
                       {key("path"), kept.path},
                       {key("ranks"), QJsonArray::fromStringList(kept.ranks)},
                       {key("made"), kept.isMade},
                       {key("device"), textJson(kept.device)},
                       {key("result"), static_cast<qint64>(isNamed ? 0 : parts.add(kept.result))}};
    if (kept.isElsewhere)
        object.insert(key("program_there"), textJson(kept.programThere));
    return object;
}

QJsonObject contentObject(const KeptComparison &kept, SessionParts &parts, TraceStore)
{
    const Shown &run = kept.runAlone;
    const bool isPrediction = run.drawn == Shown::Drawn::Prediction;
    const QJsonObject shown{
        {key("name"), run.name},
        {key("prediction"), isPrediction},
        {key("part"), static_cast<qint64>(isPrediction ? parts.add(run.prediction) : parts.add(run.result))}};
    const ComparedRuns &runs = *kept.comparison->runs;
    QJsonObject object{{key("kind"), key("comparison")},
                       {key("shown"), shown},
                       {key("a"), static_cast<qint64>(parts.add(runs.run(Side::A)))},
                       {key("b"), static_cast<qint64>(parts.add(runs.run(Side::B)))},
                       {key("alone"), key(kept.comparison->alone == Side::A ? "a" : "b")},
                       {key("normalised"), runs.scale == ComparisonScale::Normalised}};
    if (kept.source)
        object.insert(key("source"), *kept.source);
    return object;
}

QJsonObject documentObject(const KeptDocument &document, SessionParts &parts, TraceStore traces)
{
    QJsonObject object =
        std::visit([&](const auto &kept) { return contentObject(kept, parts, traces); }, document.content);
    object.insert(key("document"), document.title);
    object.insert(key("view"), viewObject(document.view));
    return object;
}

QDateTime readWhen(const JsonObject &file)
{
    const QDateTime when = QDateTime::fromString(QString::fromStdString(file.text("when")), Qt::ISODate);
    if (!when.isValid())
        file.refuse("when", jsonValueText(file.value("when")), "a time as 2026-01-31T12:00:00Z");
    return when;
}

KeptView readView(const JsonObject &object)
{
    KeptView view;
    if (object.has("lanes"))
        view.lanes = LaneArrangement::fromJson(bytesOf(object, "lanes"));
    if (object.has("marks"))
        view.marks = TimelineMarks::fromJson(bytesOf(object, "marks"));
    if (object.has("part")) {
        const JsonObject part = object.object("part");
        DocumentView::Part &kept = view.part.emplace(DocumentView::Part{});
        kept.axis = {readTime(part, "origin_ns"),
                     part.number("ns_per_pixel", TimeAxis::minimumNsPerPixel, TimeAxis::maximumNsPerPixel)};
        kept.scrollY = static_cast<int>(part.integer("scroll", 0, std::numeric_limits<int>::max()));
        kept.isWhole = part.flag("whole");
        if (part.has("selected"))
            kept.selected = static_cast<std::uint32_t>(part.integer("selected", 0, mostNumber));
        if (part.has("range")) {
            const JsonObject range = part.object("range");
            kept.range = TimeRange{readTime(range, "begin_ns"), readTime(range, "end_ns")};
            range.requireNothingElse();
        }
        part.requireNothingElse();
    }
    object.requireNothingElse();
    return view;
}

/// Reads documents. A document that lacks what it cannot be without is left out, or refused.
class DocumentsReader
{
public:
    DocumentsReader(const ReadSession &read, MissingRuns missing) : m_read(read), m_missing(missing) {}

    std::optional<KeptDocument> read(const JsonObject &object) const
    {
        KeptDocument document;
        document.title = QString::fromStdString(object.text("document"));
        document.view = readView(object.object("view"));
        const std::string kind = object.text("kind");
        bool isThere = true;
        if (kind == "experiment")
            isThere = readContent(object, document.content.emplace<KeptExperiment>());
        else if (kind == "trace")
            isThere = readContent(object, document.content.emplace<KeptTrace>());
        else if (kind == "comparison")
            isThere = readContent(object, document.content.emplace<KeptComparison>());
        else
            object.refuse("kind", "\"" + kind + "\"", "\"experiment\", \"trace\" or \"comparison\"");
        object.requireNothingElse();
        return isThere ? std::optional(std::move(document)) : std::nullopt;
    }

private:
    /// What the number names; empty for 0, and where it is missing and may be.
    template <typename Value>
    Value part(const JsonObject &object, const char *name, const std::map<SessionNumber, Value> &parts) const
    {
        const auto number = static_cast<SessionNumber>(object.integer(name, 0, mostNumber));
        const auto found = parts.find(number);
        if (found != parts.end())
            return found->second;
        if (number != 0 && m_missing == MissingRuns::Refused)
            object.refuse(name, std::to_string(number), "the number of a part of this session");
        return {};
    }

    Preset readPresetObject(const JsonObject &object) const
    {
        Preset preset;
        preset.name = object.text("name");
        preset.title = object.text("title");
        preset.description = object.text("description");
        preset.device = object.text("device");
        preset.experiment = part(object, "source", m_read.sources);
        const JsonObject parameters = object.object("parameters");
        if (preset.experiment) {
            preset.parameters = preset.experiment->defaults();
            readParameters(parameters, preset.parameters);
        }
        object.requireNothingElse();
        return preset;
    }

    bool readContent(const JsonObject &object, KeptExperiment &kept) const
    {
        kept.preset = readPresetObject(object.object("preset"));
        if (object.has("saved"))
            kept.saved = readPresetObject(object.object("saved"));
        if (kept.saved && !kept.saved->experiment)
            kept.saved.reset();
        kept.path = QString::fromStdString(object.text("path"));
        if (object.has("unsound"))
            kept.unsoundRows = bytesOf(object, "unsound");
        kept.result = part(object, "result", m_read.results);
        if (object.has("sweep")) {
            const JsonObject sweep = object.object("sweep");
            if (const RunSource experiment = part(sweep, "source", m_read.sources))
                kept.sweep = std::make_shared<const DocumentSweep>(readSweep(sweep, experiment));
        }
        return static_cast<bool>(kept.preset.experiment);
    }

    bool readContent(const JsonObject &object, KeptTrace &kept) const
    {
        kept.path = QString::fromStdString(object.text("path"));
        const QJsonValue ranks = object.value("ranks");
        if (!ranks.isArray())
            object.refuse("ranks", jsonValueText(ranks), "a list of paths");
        for (const QJsonValue rank : ranks.toArray())
            kept.ranks << rank.toString();
        kept.isMade = object.flag("made");
        kept.device = object.text("device");
        kept.result = part(object, "result", m_read.results);
        if (object.has("program_there"))
            readElsewhere(object, kept);
        return kept.result || !kept.isMade;
    }

    /// What is written there becomes a command of ssh.
    static void readElsewhere(const JsonObject &object, KeptTrace &kept)
    {
        kept.isElsewhere = true;
        kept.result.reset();
        kept.programThere = object.text("program_there");
        try {
            if (!parseSshFile(kept.path.toStdString()))
                throw InputError("no address");
        } catch (const InputError &) {
            object.refuse("path", "\"" + kept.path.toStdString() + "\"", "ssh://[USER@]HOST[:PORT]/PATH");
        }
        try {
            if (!kept.programThere.empty())
                requireRemoteProgram(kept.programThere);
        } catch (const InputError &) {
            object.refuse("program_there", "\"" + kept.programThere + "\"", "letters, digits and . _ - + /");
        }
    }

    bool readContent(const JsonObject &object, KeptComparison &kept) const
    {
        const JsonObject shown = object.object("shown");
        Shown &run = kept.runAlone;
        run.name = QString::fromStdString(shown.text("name"));
        if (shown.flag("prediction")) {
            run.drawn = Shown::Drawn::Prediction;
            run.prediction = part(shown, "part", m_read.predictions);
        } else {
            run.drawn = Shown::Drawn::Run;
            run.result = part(shown, "part", m_read.results);
        }
        shown.requireNothingElse();
        const NamedRun a = part(object, "a", m_read.runs), b = part(object, "b", m_read.runs);
        const std::string alone = object.text("alone");
        if (alone != "a" && alone != "b")
            object.refuse("alone", "\"" + alone + "\"", "\"a\" or \"b\"");
        const ComparisonScale scale =
            object.flag("normalised") ? ComparisonScale::Normalised : ComparisonScale::Absolute;
        if (object.has("source"))
            kept.source = static_cast<int>(object.integer("source", 0, mostDocuments));
        if (!a.recording || !b.recording || !run.recording())
            return false;
        kept.comparison = std::make_shared<const PreparedComparison>(std::make_shared<const ComparedRuns>(a, b, scale),
                                                                     alone == "a" ? Side::A : Side::B);
        return true;
    }

    const ReadSession &m_read;
    MissingRuns m_missing;
};

} // namespace

QByteArray sessionJson(const KeptSession &session, SessionParts &parts, TraceStore traces)
{
    parts.begin();
    QJsonArray documents;
    // Comparisons last: their sides are runs of the others.
    std::vector<QJsonObject> objects(session.documents.size());
    for (const bool comparisons : {false, true})
        for (std::size_t i = 0; i < objects.size(); ++i)
            if (std::holds_alternative<KeptComparison>(session.documents[i].content) == comparisons)
                objects[i] = documentObject(session.documents[i], parts, traces);
    for (const QJsonObject &object : objects)
        documents.append(object);
    parts.end();
    return QJsonDocument(QJsonObject{{key("when"), session.when.toString(Qt::ISODate)},
                                     {key("front"), session.front},
                                     {key("layout"), QString::fromLatin1(session.layout.toBase64())},
                                     {key("documents"), documents}})
        .toJson();
}

SessionHead readSessionHead(const QByteArray &json, const std::string &source)
{
    const JsonObject file = JsonObject::parse(json, source);
    SessionHead head{readWhen(file), {}};
    for (const JsonObject &document : file.objects("documents"))
        head.titles << QString::fromStdString(document.text("document"));
    if (head.titles.isEmpty())
        file.refuse("documents", "an empty list", "one document at least");
    return head;
}

KeptSession readKeptSession(const ReadSession &read, const std::string &source, MissingRuns missing)
{
    if (read.documents.empty())
        throw InputError(source, "the session has no documents");
    const JsonObject file = JsonObject::parse(QByteArray::fromStdString(read.documents), source);
    KeptSession session;
    session.when = readWhen(file);
    session.layout = QByteArray::fromBase64(file.value("layout").toString().toLatin1());
    const auto front = file.integer("front", 0, mostDocuments);
    const std::vector<JsonObject> objects = file.objects("documents");
    const DocumentsReader reader(read, missing);
    std::vector<std::optional<int>> places; // documents that were left out have none
    for (const JsonObject &object : objects) {
        std::optional<KeptDocument> document = reader.read(object);
        places.push_back(document ? std::optional(static_cast<int>(session.documents.size())) : std::nullopt);
        if (document)
            session.documents.push_back(std::move(*document));
    }
    const auto placeOf = [&places](std::int64_t index) {
        return index < static_cast<std::int64_t>(places.size()) ? places[static_cast<std::size_t>(index)]
                                                                : std::nullopt;
    };
    session.front = placeOf(front).value_or(0);
    for (KeptDocument &document : session.documents)
        if (auto *comparison = std::get_if<KeptComparison>(&document.content); comparison && comparison->source)
            comparison->source = placeOf(*comparison->source);
    if (session.documents.empty())
        file.refuse("documents", "a list without any that can be shown", "one document at least");
    file.requireNothingElse();
    return session;
}

} // namespace streamscope
