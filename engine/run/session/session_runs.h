// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"
#include "engine/formats/session/section_file.h"
#include "engine/run/named_run.h"
#include "engine/run/prediction.h"
#include "engine/run/run_job.h"

#include <cstdint>
#include <map>
#include <memory>
#include <variant>
#include <vector>

namespace streamscope {

/// By which a session's documents name a part of it; 0: none.
using SessionNumber = std::uint32_t;

/// A part of a session that documents share and that does not change: what leads to runs, a run, a trace, a prediction,
/// or one side of a comparison.
struct SessionPart
{
    std::variant<RunSource, std::shared_ptr<const RunResult>, std::shared_ptr<const Prediction>, NamedRun> content;
    SessionNumber source = 0; ///< of a run and a prediction
    SessionNumber owner = 0;  ///< of a side: the run or the prediction that has its recording; 0: it has its own
};

/// Writes a part under its number. The parts that it names must come before it, in the same file or in another one.
void writeSessionPart(const SessionPart &part, SessionNumber number, SectionWriter &writer);

/// The parts of a session that is to be written, each once. A part keeps its number as long as documents use it, so
/// that a part which is on the disk needs not be written again.
class SessionParts
{
public:
    /// From here on only what is added counts as used.
    void begin() { m_used.clear(); }
    /// 0 for null, and for a source that is empty.
    SessionNumber add(const RunSource &source);
    SessionNumber add(const std::shared_ptr<const RunResult> &result);
    SessionNumber add(const std::shared_ptr<const Prediction> &prediction);
    /// Add the run or the prediction that it is of first, if there is one.
    SessionNumber add(const NamedRun &run);
    /// Forgets what is no longer used.
    void end();

    /// In the order in which they are written. Shared with whoever writes them on another thread.
    using List = std::map<SessionNumber, std::shared_ptr<const SessionPart>>;
    const List &list() const { return m_parts; }

private:
    SessionNumber use(const void *key, const std::function<SessionPart()> &make);
    void use(SessionNumber number);

    List m_parts;
    std::map<const void *, SessionNumber> m_numbers; ///< by address; m_parts keeps what is there alive
    std::map<const Recording *, SessionNumber> m_owners;
    std::map<SessionNumber, bool> m_used;
    SessionNumber m_last = 0;
};

/// The parts of a session that was read.
struct ReadSession
{
    std::map<SessionNumber, RunSource> sources;
    std::map<SessionNumber, std::shared_ptr<const RunResult>> results;
    std::map<SessionNumber, std::shared_ptr<const Prediction>> predictions;
    std::map<SessionNumber, NamedRun> runs;
    std::string documents; ///< as JSON; empty for a file of parts alone
};

/// Reads a whole file and adds what it holds to `session`. Runs are analysed.
/// @throws InputError naming the place, RunError beyond the memory limit, Cancelled.
void readSession(SectionReader &reader, const ExperimentList &known, const RunControl &control, ReadSession &session);

} // namespace streamscope
