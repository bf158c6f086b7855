#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "process/sandbox.h"

namespace xttt {
namespace {

Result<void> run_check_sandbox(std::ostream& out) {
    const SandboxSupport& support = sandbox_support();
    for (const auto& guarantee : support.guarantees) {
        const std::string_view mark = guarantee.available  ? "yes"
                                      : guarantee.required ? "NO"
                                                           : "no";
        out << fmt::format("{:<4} {:<36} {}\n", mark, guarantee.name, guarantee.purpose);
        if (guarantee.available) continue;
        out << fmt::format("     {}\n", terminal_safe(guarantee.missing));
        if (!guarantee.remedy.empty()) out << fmt::format("     fix: {}\n", guarantee.remedy);
    }
    if (!support.complete())
        return fail(Errc::Unsupported, "this host cannot run bots in the sandbox");
    const bool all = support.has_all();
    out << (all ? "Bots run in the sandbox with every protection.\n"
                : "Bots run in the sandbox. For lines marked 'no' a weaker substitute is used.\n");
    return check_written(out, "standard output");
}

}  // namespace

void add_check_sandbox(Command& app) {
    auto& command = app.add("check-sandbox", "Show what this host can enforce on sandboxed bots.",
                            {"xttt check-sandbox", "xttt check-sandbox > sandbox.txt"});
    command.run([](Streams io) { return run_check_sandbox(io.out); });
}

}  // namespace xttt
