#include "tournament/runner/concurrency.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <unistd.h>

#include "base/count_text.h"
#include "base/text.h"

namespace xttt {
namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
// Estimates: memory of a program without a limit, and memory of our engine beside its table.
constexpr std::uint64_t kUnknownProgram = 256 * kMegabyte;
constexpr std::uint64_t kEngineItself = 32 * kMegabyte;

struct Needs {
    int cores = 1;
    std::uint64_t memory = 0;
};

// The value of an option that a program is started with; 0 if it is not set.
std::uint64_t numeric_option(const UgiSpec& program, std::string_view name) {
    for (const UgiOption& option : program.options)
        if (to_lower(option.name) == name)
            return std::min<std::uint64_t>(to_number<std::uint64_t>(option.value).value_or(0),
                                           std::uint64_t{1} << 24);
    return 0;
}

Needs player_requirements(const PlayerSpec& player, std::uint64_t bot_memory) {
    if (const auto* engine = std::get_if<EngineSetup>(&player.kind))
        return {engine->options.threads,
                kEngineItself + static_cast<std::uint64_t>(engine->options.hash_mb) * kMegabyte};
    if (const auto* program = std::get_if<UgiSpec>(&player.kind)) {
        const auto threads = numeric_option(*program, "threads");
        const auto table = numeric_option(*program, "hash") * kMegabyte;
        return {static_cast<int>(std::clamp<std::uint64_t>(threads, 1, 1024)),
                program->sandboxed ? bot_memory : kUnknownProgram + table};
    }
    if (std::holds_alternative<CourseBot>(player.kind)) return {1, bot_memory};
    return {};
}

std::string in_megabytes(std::uint64_t bytes) {
    return fmt::format("{} MB", bytes / kMegabyte);
}

}  // namespace

MachineResources this_machine() {
    MachineResources offer;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) == 0)
        for (int core = 0; core < CPU_SETSIZE; ++core)
            if (CPU_ISSET(core, &set)) offer.cores.push_back(core);
    if (offer.cores.empty()) offer.cores.push_back(0);
    offer.memory = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                   static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return offer;
}

GameRequirements game_requirements(std::span<const PlayerSpec> players, std::uint64_t bot_memory) {
    GameRequirements needs;
    std::uint64_t most = 0, second = 0;
    for (const PlayerSpec& player : players) {
        const Needs one = player_requirements(player, bot_memory);
        needs.cores = std::max(needs.cores, one.cores);
        second = std::max(second, std::min(most, one.memory));
        most = std::max(most, one.memory);
    }
    needs.memory = most + second;
    return needs;
}

ConcurrencyPlan unpinned(int jobs) {
    return {.jobs = jobs,
            .cores = std::vector(static_cast<std::size_t>(jobs), this_machine().cores),
            .warning = {}};
}

Result<ConcurrencyPlan> plan_concurrency(const ConcurrencyRequest& wish,
                                         const GameRequirements& needs,
                                         const MachineResources& offer) {
    std::vector<int> cores = wish.cpus.empty() ? offer.cores : wish.cpus;
    for (const int cpu : cores)
        if (std::ranges::find(offer.cores, cpu) == offer.cores.end())
            return fail(Errc::Usage, fmt::format("CPU {} is not available; this process can use {}",
                                                 cpu, fmt::join(offer.cores, ", ")));
    const int all = static_cast<int>(cores.size());
    if (wish.cores && *wish.cores > all)
        return fail(Errc::Usage, fmt::format("{} requested, but only {} available",
                                             count_text(*wish.cores, "core"), all));
    if (wish.cores) cores.resize(static_cast<std::size_t>(*wish.cores));
    const int usable = static_cast<int>(cores.size());

    ConcurrencyPlan plan;
    plan.jobs = wish.jobs.value_or(std::max(1, usable / needs.cores));
    const std::uint64_t each = std::max<std::uint64_t>(needs.memory, 1);
    if (wish.memory) {
        const auto fit = static_cast<int>(std::min<std::uint64_t>(*wish.memory / each, 1024));
        if (fit == 0 || (wish.jobs && *wish.jobs > fit))
            return fail(
                Errc::Usage,
                fmt::format(
                    "{} at a time can use {} of memory, but the limit is {}",
                    count_text(fit == 0 ? 1 : *wish.jobs, "game"),
                    in_megabytes(each * static_cast<std::uint64_t>(fit == 0 ? 1 : *wish.jobs)),
                    in_megabytes(*wish.memory)));
        plan.jobs = std::min(plan.jobs, fit);
    } else if (each * static_cast<std::uint64_t>(plan.jobs) > offer.memory) {
        plan.warning = fmt::format("{} at a time can use {} of memory, but this machine has {}",
                                   count_text(plan.jobs, "game"),
                                   in_megabytes(each * static_cast<std::uint64_t>(plan.jobs)),
                                   in_megabytes(offer.memory));
    }
    for (int job = 0; job < plan.jobs; ++job) {
        if (plan.jobs * needs.cores > usable) {
            plan.cores.push_back(cores);
            continue;
        }
        const auto first = cores.begin() + static_cast<std::ptrdiff_t>(job) * needs.cores;
        plan.cores.emplace_back(first, first + needs.cores);
    }
    if (plan.jobs * needs.cores > usable && plan.warning.empty())
        plan.warning = fmt::format(
            "{} at a time share {}: players that use all their time will slow each "
            "other down",
            count_text(plan.jobs, "game"), count_text(usable, "core"));
    return plan;
}

}  // namespace xttt
