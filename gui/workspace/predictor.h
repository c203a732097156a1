// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/prediction.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <optional>
#include <stop_token>

namespace streamscope {

/// Predicts the run of the current knobs in the background. Only the latest request counts: an older one is stopped and
/// its result dropped.
class Predictor : public QObject
{
    Q_OBJECT

public:
    explicit Predictor(QObject *parent = nullptr);
    ~Predictor() override;

    void ask(const RunRequest &request, const DeviceInfo &device);
    /// Cancels the current request.
    void cancel();

Q_SIGNALS:
    /// Null when the model cannot run it; `problem` then says why.
    void predicted(std::shared_ptr<const streamscope::Prediction> prediction, const QString &problem);

private:
    struct Question
    {
        RunRequest request;
        DeviceInfo device;
    };
    void start(const Question &question);
    void finish(int id, const std::shared_ptr<const Prediction> &prediction, const QString &problem);

    QThreadPool m_pool; ///< one thread: predictions never run concurrently
    std::stop_source m_stop;
    int m_id = 0;
    bool m_running = false;
    std::optional<Question> m_next; ///< requested during another prediction
};

} // namespace streamscope
