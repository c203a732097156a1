// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/clocks/end_fit.h"

#include "engine/program/medians.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace streamscope {

namespace {

constexpr double smallestErrorNs = 500; // ends of the shortest collectives, two real ranks
constexpr double errorShare = 0.05;     // of the transfer: for sorts with too few members to show their scatter
constexpr std::size_t fewestOfSort = 4; // to show it
constexpr double usualDrift = 200e-6;   // prior: two quartzes at the far ends of what they may do
constexpr double usualShare = 0.05;     // prior of the share by which the last to start ends later, around 0
constexpr double largestShare = 0.5;
constexpr double usualResidual = 1.5; // in standard errors; farther points count less: Huber
constexpr double farResidual = 4;     // beyond this they fade
constexpr int mostTurns = 40;

/// Two columns of EndPoint's model: the part of an expected difference that is known, and what the share multiplies.
struct Expected
{
    double known = 0, transfers = 0;
    double at(double share) const { return known + share * transfers; }
};

/// One rank ends later by its lead, or by the limit.
Expected lagOf(double lead, double share, double transfer)
{
    if (lead <= 0)
        return {};
    return lead < share * transfer ? Expected{lead, 0} : Expected{0, transfer};
}

Expected expectedOf(const EndPoint &point, const ClockLine &line, double share)
{
    const double ahead = line.at(point.time);
    const Expected own = lagOf(point.othersAhead - ahead, share, point.transfer);
    const Expected reference = lagOf(std::min(point.referenceLead, ahead - point.startAhead), share, point.transfer);
    return {own.known - reference.known, own.transfers - reference.transfers};
}

/// Normal equations of three unknowns: offset, drift over the whole run, share.
class Equations
{
public:
    void add(const std::array<double, 3> &row, double value, double weight)
    {
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k)
                m_matrix[i][k] += weight * row[i] * row[k];
            m_values[i] += weight * row[i] * value;
        }
    }
    /// Draws an unknown to 0, as a measurement with this error would.
    void addPrior(std::size_t unknown, double error) { m_matrix[unknown][unknown] += 1 / (error * error); }

    /// By elimination; the matrix is positive definite.
    std::array<double, 3> solved()
    {
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t below = i + 1; below < 3; ++below) {
                const double factor = m_matrix[below][i] / m_matrix[i][i];
                for (std::size_t k = i; k < 3; ++k)
                    m_matrix[below][k] -= factor * m_matrix[i][k];
                m_values[below] -= factor * m_values[i];
            }
        std::array<double, 3> unknowns{};
        for (std::size_t i = 3; i-- > 0;) {
            double rest = m_values[i];
            for (std::size_t k = i + 1; k < 3; ++k)
                rest -= m_matrix[i][k] * unknowns[k];
            unknowns[i] = rest / m_matrix[i][i];
        }
        return unknowns;
    }

private:
    std::array<std::array<double, 3>, 3> m_matrix{};
    std::array<double, 3> m_values{};
};

class EndFit
{
public:
    EndFit(const std::vector<EndPoint> &points, const ClockLine &rough, bool drifts)
        : m_points(points), m_line(rough), m_drifts(drifts), m_residuals(points.size()), m_errors(points.size())
    {
        for (std::size_t i = 0; i < points.size(); ++i)
            m_sorts[points[i].sort].push_back(i);
        const auto [first, last] = std::ranges::minmax(points, {}, &EndPoint::time);
        m_begin = first.time;
        m_span = std::max(last.time - first.time, 1.0);
    }

    ClockLine run()
    {
        for (int turn = 0; turn < mostTurns; ++turn)
            if (!improve())
                break;
        return m_line;
    }

private:
    /// What the scatter of each sort says about its members.
    void estimateErrors()
    {
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const double expected = expectedOf(m_points[i], m_line, m_share).at(m_share);
            m_residuals[i] = m_points[i].ahead - m_line.at(m_points[i].time) - expected;
            m_errors[i] = std::hypot(smallestErrorNs, errorShare * m_points[i].transfer);
        }
        for (const auto &[sort, members] : m_sorts) {
            if (members.size() < fewestOfSort)
                continue;
            const double error = std::max(smallestErrorNs, scatterOf(members));
            for (const std::size_t i : members)
                m_errors[i] = error;
        }
    }

    /// A standard error from absolute residuals, of which the far ones count as 2.5 of them.
    double scatterOf(const std::vector<std::size_t> &members) const
    {
        std::vector<double> sizes;
        for (const std::size_t i : members)
            sizes.push_back(std::abs(m_residuals[i]));
        const double usual = 1.4826 * upperMedian(sizes); // of a normal distribution
        double sum = 0;
        for (const double size : sizes)
            sum += std::min(size, 2.5 * usual);
        return 1.25 * sum / static_cast<double>(sizes.size());
    }

    double weightOf(std::size_t i) const
    {
        const double far = std::abs(m_residuals[i]) / m_errors[i];
        const double trust = far <= usualResidual ? 1
                             : far <= farResidual ? usualResidual / far
                                                  : usualResidual * farResidual / (far * far);
        return trust / (m_errors[i] * m_errors[i]);
    }

    /// One turn of weighted least squares; false where it changed nothing that matters.
    bool improve()
    {
        estimateErrors();
        Equations equations;
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const EndPoint &point = m_points[i];
            const Expected expected = expectedOf(point, m_line, m_share);
            const double place = m_drifts ? (point.time - m_begin) / m_span : 0;
            equations.add({1, place, expected.transfers}, point.ahead - expected.known, weightOf(i));
        }
        equations.addPrior(1, usualDrift * m_span);
        equations.addPrior(2, usualShare);
        const auto [offset, gained, share] = equations.solved();
        const ClockLine former = m_line;
        m_line.drift = gained / m_span;
        m_line.offset = offset - m_line.drift * m_begin;
        m_share = std::clamp(share, 0.0, largestShare);
        constexpr double enough = 1; // ns
        return std::abs(m_line.at(m_begin) - former.at(m_begin)) > enough
               || std::abs(m_line.at(m_begin + m_span) - former.at(m_begin + m_span)) > enough;
    }

    const std::vector<EndPoint> &m_points;
    ClockLine m_line;
    bool m_drifts;
    double m_share = usualShare;
    double m_begin = 0, m_span = 1;
    std::map<std::uint32_t, std::vector<std::size_t>> m_sorts;
    std::vector<double> m_residuals, m_errors;
};

} // namespace

ClockLine fitEnds(const std::vector<EndPoint> &points, ClockLine rough, bool drifts)
{
    return EndFit(points, rough, drifts).run();
}

} // namespace streamscope
