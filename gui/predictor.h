// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/prediction.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <stop_token>

namespace streamscope {

/// Predicts in the background what the knobs would give. Only the latest question counts: an older one is stopped, and
/// its answer is dropped.
class Predictor : public QObject
{
    Q_OBJECT

public:
    explicit Predictor(QObject *parent = nullptr);
    ~Predictor() override;

    void ask(const RunRequest &request, const DeviceInfo &device);
    /// Forgets the question that is being worked on.
    void cancel();

Q_SIGNALS:
    /// Null where the model cannot run it; `problem` says why then.
    void predicted(std::shared_ptr<const streamscope::Prediction> prediction, const QString &problem);

private:
    struct Question
    {
        RunRequest request;
        DeviceInfo device;
    };
    void start(const Question &question);
    void finish(int id, const std::shared_ptr<const Prediction> &prediction, const QString &problem);

    QThreadPool m_pool; ///< one thread: a prediction never runs beside another
    std::stop_source m_stop;
    int m_id = 0;
    bool m_running = false;
    std::optional<Question> m_next; ///< asked while another was being worked on
};

} // namespace streamscope
