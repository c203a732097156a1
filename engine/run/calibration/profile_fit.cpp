// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibration/profile_fit.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/run/on_all_cores.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

using Vector = std::vector<double>;

constexpr double probe = 0.25;    ///< of a field's trust, for the differences
constexpr double largeError = 2;  ///< tolerances from which on an error counts along a line
constexpr int mostRounds = 12;    ///< five to eight are needed
constexpr double patience = 2e-3; ///< part of the cost that a round must save
constexpr double maxDamping = 1e4;

/// Solves a · x = b for a symmetric positive definite a (Cholesky).
Vector solve(std::vector<Vector> a, Vector b)
{
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = a[i][j];
            for (std::size_t k = 0; k < j; ++k)
                sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / a[j][j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    return b;
}

/// Huber's weight of an error in units of its tolerance.
double weightOf(double error)
{
    return std::min(1.0, largeError / std::max(std::abs(error), 1e-9));
}

class ProfileFit
{
public:
    ProfileFit(const DeviceProfile &profile, const std::vector<FitField> &fields,
               const std::vector<MeasuredProgram> &measured, const RunControl &control)
        : m_profile(profile), m_fields(fields), m_measured(measured), m_control(control), m_changes(fields.size(), 0),
          m_touches(fields.size(), std::vector<char>(measured.size(), 1))
    {}

    DeviceProfile run()
    {
        m_errors = errorsAt(m_changes);
        double best = cost(m_errors, m_changes);
        double damping = 1e-2;
        for (int round = 0; round < mostRounds && damping < maxDamping; ++round) {
            findSlopes();
            const double before = best;
            // The model has corners that a straight line overshoots: a step that makes nothing better is tried shorter.
            for (bool better = false; damping < maxDamping && !better; damping *= better ? 0.1 : 6) {
                Vector next = dampedStep(damping);
                Vector errors = errorsAt(next);
                const double nextCost = cost(errors, next);
                better = nextCost < best;
                if (!better)
                    continue;
                best = nextCost;
                m_changes = std::move(next);
                m_errors = std::move(errors);
            }
            if (best > before * (1 - patience))
                break;
        }
        return changedProfile(m_profile, m_fields, m_changes);
    }

private:
    double errorOf(const DeviceProfile &profile, const MeasuredProgram &measured) const
    {
        return std::log(predictNs(profile, measured.program) / measured.makespanNs) / measured.tolerance;
    }

    Vector errorsAt(const Vector &changes) const
    {
        const DeviceProfile profile = changedProfile(m_profile, m_fields, changes);
        Vector errors(m_measured.size());
        onAllCores(errors.size(), [&](std::size_t k) {
            m_control.checkStop();
            errors[k] = errorOf(profile, m_measured[k]);
        });
        return errors;
    }

    /// What a field does not touch at first it does not touch later: that saves most of the work of later rounds.
    void findSlopes()
    {
        m_slopes.assign(m_fields.size(), Vector(m_measured.size(), 0));
        onAllCores(m_fields.size(), [&](std::size_t i) {
            m_control.checkStop();
            Vector changes = m_changes;
            changes[i] += probe;
            const DeviceProfile profile = changedProfile(m_profile, m_fields, changes);
            for (std::size_t k = 0; k < m_measured.size(); ++k)
                if (m_touches[i][k] != 0) {
                    const double difference = errorOf(profile, m_measured[k]) - m_errors[k];
                    m_slopes[i][k] = difference / probe;
                    m_touches[i][k] = difference != 0 ? 1 : 0;
                }
        });
    }

    /// What is made least: errors in units of their tolerance, and changes in units of what is trusted.
    static double cost(const Vector &errors, const Vector &changes)
    {
        double sum = 0;
        for (const double error : errors) {
            const double size = std::abs(error);
            sum += size <= largeError ? size * size : largeError * (2 * size - largeError);
        }
        for (const double change : changes)
            sum += change * change;
        return sum;
    }

    /// A step that is the shorter the larger `damping` is.
    Vector dampedStep(double damping) const
    {
        const std::size_t n = m_fields.size();
        std::vector<Vector> matrix(n, Vector(n, 0));
        Vector right(n, 0);
        for (std::size_t i = 0; i < n; ++i) {
            matrix[i][i] += 1;
            right[i] -= m_changes[i];
            for (std::size_t k = 0; k < m_errors.size(); ++k) {
                const double slope = m_slopes[i][k] * weightOf(m_errors[k]);
                if (slope == 0)
                    continue;
                right[i] -= slope * m_errors[k];
                for (std::size_t j = 0; j < n; ++j)
                    matrix[i][j] += slope * m_slopes[j][k];
            }
        }
        for (std::size_t i = 0; i < n; ++i)
            matrix[i][i] *= 1 + damping;
        Vector next = solve(std::move(matrix), std::move(right));
        for (std::size_t i = 0; i < n; ++i)
            next[i] += m_changes[i];
        return next;
    }

    const DeviceProfile &m_profile;
    const std::vector<FitField> &m_fields;
    const std::vector<MeasuredProgram> &m_measured;
    const RunControl &m_control;
    Vector m_changes, m_errors;
    std::vector<Vector> m_slopes;
    std::vector<std::vector<char>> m_touches; ///< by field and measurement
};

} // namespace

double predictNs(const DeviceProfile &profile, const Program &program)
{
    RunOptions options;
    options.repeat = options.warmup = 0;
    return static_cast<double>(SimulatorExecutor(profile).run(program, options, {}).makespans.median());
}

DeviceProfile fittedProfile(const DeviceProfile &profile, const std::vector<FitField> &fields,
                            const std::vector<MeasuredProgram> &measured, const RunControl &control)
{
    return ProfileFit(profile, fields, measured, control).run();
}

} // namespace streamscope
