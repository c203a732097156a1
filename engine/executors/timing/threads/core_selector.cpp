// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/threads/core_selector.h"

#include "engine/program/medians.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <sstream>

#include <sched.h>

namespace streamscope {

namespace {

constexpr double asFast = 0.85;      ///< of the fastest: a busy neighbour leaves 0.6
constexpr int looksPerCore = 5;      ///< an interrupt spoils one or two
constexpr std::size_t maxCores = 64; ///< looked at, so that a look stays within 2 ms

/// "0-3,8,10-11", as the system writes sets of cores.
std::vector<int> parseCoreList(std::istream &text)
{
    std::vector<int> cores;
    std::string range;
    while (std::getline(text, range, ',')) {
        std::istringstream numbers(range);
        int first = 0, last = 0;
        char dash = 0;
        if (!(numbers >> first))
            continue;
        if (!(numbers >> dash >> last))
            last = first;
        for (int core = first; core <= last && core < CPU_SETSIZE; ++core)
            cores.push_back(core);
    }
    return cores;
}

std::vector<int> coresNear(std::string pciBusId)
{
    std::transform(pciBusId.begin(), pciBusId.end(), pciBusId.begin(),
                   [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
    std::ifstream file("/sys/bus/pci/devices/" + pciBusId + "/local_cpulist");
    return parseCoreList(file);
}

/// Instructions that do nothing, as fast as the core takes them in: that is what two threads of a core share most
/// evenly, and what calls of CUDA, long and without loops, need. 3 us.
void work()
{
    for (int i = 0; i < 1000; ++i)
        asm volatile(".rept 60\n\tnop\n\t.endr");
}

} // namespace

MachineCores::MachineCores(const std::string &pciBusId)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return;
    const auto isAllowed = [&set](int core) { return CPU_ISSET(core, &set); };
    if (!pciBusId.empty())
        for (const int core : coresNear(pciBusId))
            if (isAllowed(core))
                m_cores.push_back(core);
    if (!m_cores.empty())
        return;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (isAllowed(core))
            m_cores.push_back(core);
}

int MachineCores::current() const
{
    return sched_getcpu();
}

void MachineCores::moveTo(int core)
{
    cpu_set_t before, one;
    CPU_ZERO(&before);
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    if (sched_getaffinity(0, sizeof before, &before) != 0 || sched_setaffinity(0, sizeof one, &one) != 0)
        return;
    sched_setaffinity(0, sizeof before, &before);
}

double MachineCores::speed()
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return 1 / std::max(taken.count(), 1e-9);
}

void CoreSelector::moveToFastest()
{
    if (!isStillFast())
        measureAll();
}

/// One look that shows it is enough: what disturbs a look only makes it slower.
bool CoreSelector::isStillFast()
{
    for (int look = 0; m_best > 0 && look < looksPerCore; ++look)
        if (m_cores.speed() >= asFast * m_best)
            return true;
    return false;
}

/// Of the current core.
double CoreSelector::medianSpeed()
{
    std::array<double, looksPerCore> speeds{};
    for (double &speed : speeds)
        speed = m_cores.speed();
    return upperMedian(speeds);
}

void CoreSelector::measureAll()
{
    const std::vector<int> cores = m_cores.all();
    if (cores.empty())
        return;
    const int before = m_cores.current();
    const std::size_t step = (cores.size() + maxCores - 1) / maxCores;
    double fastest = 0, slowest = 0;
    int chosen = before;
    for (std::size_t i = 0; i < cores.size(); i += step) {
        m_cores.moveTo(cores[i]);
        const double speed = medianSpeed();
        slowest = i == 0 ? speed : std::min(slowest, speed);
        if (speed > fastest) {
            fastest = speed;
            chosen = cores[i];
        }
    }
    m_cores.moveTo(chosen);
    m_moves += chosen != before ? 1 : 0;
    m_best = fastest;
    m_bestEver = std::max(m_bestEver, fastest);
    m_fastest = fastest / m_bestEver;
    m_slowest = slowest / m_bestEver;
}

} // namespace streamscope
