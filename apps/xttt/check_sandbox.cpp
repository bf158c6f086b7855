#include <nlohmann/json.hpp>

#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "process/sandbox.h"

namespace xttt {
namespace {

struct CheckSandboxOptions {
    bool json = false;
};

std::string json_of(const SandboxSupport& support) {
    nlohmann::ordered_json all{{"complete", support.complete()}, {"guarantees", {}}};
    for (const auto& guarantee : support.guarantees) {
        nlohmann::ordered_json entry{{"name", guarantee.name},
                                     {"purpose", guarantee.purpose},
                                     {"available", guarantee.available},
                                     {"required", guarantee.required}};
        if (!guarantee.available) {
            entry["missing"] = to_utf8(guarantee.missing);
            entry["remedy"] = guarantee.remedy;
        }
        all["guarantees"].push_back(std::move(entry));
    }
    return all.dump();
}

void print(const SandboxSupport& support, std::ostream& out) {
    for (const auto& guarantee : support.guarantees) {
        const std::string_view mark = guarantee.available  ? "yes"
                                      : guarantee.required ? "NO"
                                                           : "no";
        out << fmt::format("{:<4} {:<36} {}\n", mark, guarantee.name, guarantee.purpose);
        if (guarantee.available) continue;
        out << fmt::format("     {}\n", terminal_safe(guarantee.missing));
        if (!guarantee.remedy.empty()) out << fmt::format("     fix: {}\n", guarantee.remedy);
    }
    if (support.complete())
        out << (support.has_all() ? "Bots run in the sandbox with every protection.\n"
                                  : "Bots run in the sandbox, with a weaker substitute for each "
                                    "protection marked 'no'.\n");
}

Result<void> run_check_sandbox(const CheckSandboxOptions& options, std::ostream& out) {
    const SandboxSupport& support = sandbox_support();
    if (options.json)
        out << json_of(support) << '\n';
    else
        print(support, out);
    TRY_VOID(check_written(out, "standard output"));
    if (!support.complete())
        return fail(Errc::Unsupported, "this host cannot run bots in the sandbox");
    return {};
}

}  // namespace

void add_check_sandbox(Command& app) {
    auto& command = app.add("check-sandbox", "Show what this host can enforce on sandboxed bots.",
                            {"xttt check-sandbox", "xttt check-sandbox --json"});
    auto options = std::make_shared<CheckSandboxOptions>();
    command.group("Output");
    command.flag("--json", options->json, "Print one JSON object");
    command.run([options](Streams io) { return run_check_sandbox(*options, io.out); });
}

}  // namespace xttt
