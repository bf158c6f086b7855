#include "cluster/host_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <sys/timex.h>
#include <unistd.h>

#include "base/clock.h"
#include "rules/playout.h"

namespace xttt {
namespace {

using std::chrono::duration;

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string text_line; std::getline(file, text_line);)
        if (text_line.starts_with("model name"))
            if (const auto colon = text_line.find(": "); colon != text_line.npos)
                return text_line.substr(colon + 2);
    return "unknown";
}

std::string build_text() {
#if defined(__clang__)
    const char* compiler = "clang " __clang_version__;
#else
    const char* compiler = "g++ " __VERSION__;
#endif
#if defined(__AVX512F__)
    const char* instructions = "AVX-512";
#elif defined(__AVX2__)
    const char* instructions = "AVX2";
#else
    const char* instructions = "x86-64-v2";
#endif
    return fmt::format("{} {}, {}", XTTT_BUILD_VERSION, compiler, instructions);
}

// The median excess of a sleep of 1 ms, in microseconds.
double median_lateness() {
    constexpr auto kNap = std::chrono::milliseconds(1);
    std::array<double, 25> late{};
    for (double& each : late) {
        const auto before = Clock::now();
        std::this_thread::sleep_for(kNap);
        each = duration<double, std::micro>(Clock::now() - before - kNap).count();
    }
    std::ranges::nth_element(late, late.begin() + late.size() / 2);
    return late[late.size() / 2];
}

}  // namespace

double measure_core_speed() {
    Random random(1);
    const auto start = Position<kExtreme>::initial();
    // The best of a few short rounds: disturbances can only slow a round down.
    double best = 0;
    for (int round = 0; round < 5; ++round) {
        const auto before = Clock::now();
        std::uint64_t moves = 0;
        while (Clock::now() - before < std::chrono::milliseconds(40))
            moves += random_playouts<kExtreme>(start, 20, random).moves;
        const double seconds = to_seconds(Clock::now() - before);
        best = std::max(best, static_cast<double>(moves) / seconds);
    }
    return best;
}

std::string host_name() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

HostReport measure_host() {
    HostReport report;
    report.host = host_name();
    report.build = build_text();
    report.processor = processor_name();
    report.cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const auto steady = Clock::now();
    const auto wall = std::chrono::system_clock::now();
    report.speed = measure_core_speed();
    report.late_us = median_lateness();
    // The difference shows a clock that is being adjusted or runs at the wrong speed.
    const double steady_seconds = to_seconds(Clock::now() - steady);
    const double wall_seconds = to_seconds(std::chrono::system_clock::now() - wall);
    report.clock_drift_ppm = std::abs(wall_seconds / steady_seconds - 1) * 1e6;
    timex time{};
    const int state = ::adjtimex(&time);
    report.synchronised = state >= 0 && state != TIME_ERROR && (time.status & STA_UNSYNC) == 0;
    return report;
}

}  // namespace xttt
