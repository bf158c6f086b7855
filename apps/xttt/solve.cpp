#include <fstream>
#include <ostream>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "commands.h"
#include "common_options.h"
#include "rules/with_variant.h"
#include "search/solver/proof.h"
#include "search/solver/solver.h"
#include "solution_text.h"

namespace xttt {
namespace {

struct SolveOptions {
    PositionOptions position;
    std::size_t hash_mb = 256;
    std::optional<std::uint64_t> max_nodes;
    std::string proof;  // file to write
    std::size_t proof_positions = 2'000'000;
    std::string check;  // file to replay instead of solving
    bool json = false;
    bool quiet = false;
};

// Prints the progress twice a second.
std::function<void(const SolverProgress&)> progress_printer(std::ostream& log) {
    return [&log, next = std::chrono::microseconds{1'000'000}](const SolverProgress& at) mutable {
        if (at.elapsed < next) return;
        next = at.elapsed + std::chrono::milliseconds{500};
        const double seconds = to_seconds(at.elapsed);
        log << fmt::format(
            "{:.1f} s, {} nodes, {:.2f} M nodes/s, table {:.0f}% full, result from '{}' to "
            "'{}'\n",
            seconds, at.nodes, static_cast<double>(at.nodes) / seconds / 1e6, at.table_fill / 10.0,
            margin_text(at.lower), margin_text(at.upper));
    };
}

template <const Variant& V>
void print_text(const Solution& solution, std::ostream& out) {
    const auto& proven = solution.proven;
    if (!solution.solved()) {
        out << fmt::format("not solved: the result is between '{}' and '{}'\n",
                           margin_text(proven.lower), margin_text(proven.upper));
    } else {
        out << fmt::format("result: {}\n", result_text(solution));
    }
    if (!solution.pv.empty())
        out << fmt::format("best play: {}\n", fmt::join(move_texts<V>(solution.pv), " "));
    out << fmt::format("nodes: {}, time: {:.3f} s\n", proven.nodes, to_seconds(proven.elapsed));
}

template <const Variant& V>
void print_json(const Position<V>& pos, const Solution& solution, std::ostream& out) {
    const auto& proven = solution.proven;
    nlohmann::ordered_json json{
        {"variant", V.name}, {"fen", to_fen<V>(pos)}, {"solved", solution.solved()}};
    if (solution.by_line()) {
        json["line"] = std::string(1, letter(solution.line_winner()));
        if (solution.line_moves) json["moves"] = *solution.line_moves;
        json["shortest"] = solution.shortest;
    } else if (solution.solved()) {
        json["margin_x"] = proven.lower;
    } else {
        // A bound by a line is null: no number of points bounds it.
        const auto bound = [](int value) {
            return std::abs(value) == kLineValue ? nlohmann::ordered_json()
                                                 : nlohmann::ordered_json(value);
        };
        json["margin_x_at_least"] = bound(proven.lower);
        json["margin_x_at_most"] = bound(proven.upper);
    }
    json["pv"] = move_texts<V>(solution.pv);
    json["nodes"] = proven.nodes;
    json["seconds"] = to_seconds(proven.elapsed);
    out << json.dump() << '\n';
}

template <const Variant& V>
Result<void> write_proof(Solver<V>& solver, const Position<V>& pos, const Solution& solution,
                         const SolveOptions& options) {
    std::vector<ProvenClaim> proven;
    for (const Claim& claim : solution.claims()) {
        TRY(auto choices, solver.prove(pos, claim, solution.shortest, options.proof_positions));
        proven.push_back({claim, std::move(choices)});
    }
    std::ofstream file(options.proof, std::ios::binary);
    file << proof_text<V>(pos, proven) << std::flush;
    if (!file) return fail(Errc::Io, fmt::format("cannot write the proof to '{}'", options.proof));
    return {};
}

template <const Variant& V>
Result<void> solve_position(const SolveOptions& options, std::ostream& out, std::ostream& log) {
    TRY(const auto pos, position_of<V>(options.position));
    if (pos.over()) return fail(Errc::BadInput, "the game is over in this position");

    SolverOptions settings{.hash_mb = options.hash_mb, .max_nodes = options.max_nodes};
    if (!options.quiet) settings.progress = progress_printer(log);
    Solver<V> solver(std::move(settings));
    const Solution solution = solver.solve(pos);
    if (options.json) {
        print_json<V>(pos, solution, out);
    } else {
        print_text<V>(solution, out);
    }
    if (!solution.solved()) return fail(Errc::BadInput, "not solved within --nodes");
    return options.proof.empty() ? Result<void>{} : write_proof<V>(solver, pos, solution, options);
}

Result<void> check_file(const SolveOptions& options, std::ostream& out) {
    TRY(const auto text, read_input_file(options.check, std::size_t{1} << 30));
    if (text.empty())
        return fail(Errc::Io, fmt::format("'{}' is empty or cannot be read", options.check));
    TRY(const auto checked, check_proof(text));
    if (options.json) {
        nlohmann::ordered_json json{
            {"valid", true}, {"variant", checked.variant}, {"fen", checked.fen}};
        for (const Claim& claim : checked.claims) json["claims"].push_back(describe(claim));
        json["positions"] = checked.positions;
        out << json.dump() << '\n';
        return {};
    }
    out << fmt::format("proof is valid: {} {}\n", checked.variant, checked.fen);
    for (const Claim& claim : checked.claims) out << fmt::format("  {}\n", describe(claim));
    out << fmt::format("{} positions checked\n", checked.positions);
    return {};
}

}  // namespace

Result<void> run_solve(const SolveOptions& options, std::ostream& out, std::ostream& log) {
    if (!options.check.empty()) return check_file(options, out);
    return with_variant(options.position.variant, [&]<const Variant & V>() -> Result<void> {
        return solve_position<V>(options, out, log);
    });
}

void add_solve(Command& app) {
    auto& command = app.add("solve", "Prove the result of a position with best play on both sides.",
                            {"xttt solve --variant ultimate --fen FEN --proof position.proof",
                             "xttt solve --check position.proof"});
    auto options = std::make_shared<SolveOptions>();
    add_position_options(command, options->position);
    command.group("Limits");
    command.option("--hash MIB", options->hash_mb, "Table size in MiB").range(1, 1 << 20);
    command.option("--nodes N", options->max_nodes, "Node limit; prints the bounds proven so far");
    command.group("Proof");
    const auto& proof =
        command.option("--proof FILE", options->proof, "Write a proof to this file");
    command.option("--proof-positions N", options->proof_positions,
                   "Maximum size of the proof, in positions");
    auto& check = command.option("--check FILE", options->check,
                                 "Check the proof in this file instead of solving");
    check.excludes(proof);
    for (const auto& argument : command.arguments())
        if (argument->name() == "--fen" || argument->name() == "--moves") check.excludes(*argument);
    command.group("Output");
    command.flag("--json", options->json, "Print one JSON object");
    command.flag("--quiet", options->quiet, "Print no progress on standard error");
    command.run([options](Streams io) { return run_solve(*options, io.out, io.err); });
}

}  // namespace xttt
