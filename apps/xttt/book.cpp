#include "book.h"

#include <fstream>
#include <iostream>

#include "commands.h"
#include "rules/with_variant.h"
#include "search/book/book.h"

namespace xttt {

Result<void> run_book(const BookOptions& options, std::ostream& out, std::ostream& log) {
    return with_variant(options.variant, [&]<const Variant & V>() -> Result<void> {
        const auto searcher = make_searcher<V>(options.search);
        if (!searcher) return std::unexpected(searcher.error());
        const BookPlan plan{
            .plies = options.plies, .breadth = options.breadth, .limits = {.depth = options.depth}};
        const Book<V> book = build_book<V>(**searcher, plan, [&](std::size_t entries, int ply) {
            log << fmt::format("\r{} positions, {} moves deep", entries, ply) << std::flush;
        });
        log << '\n';
        if (options.out.empty()) {
            out << book.to_text();
            return {};
        }
        std::ofstream file(options.out, std::ios::binary);
        file << book.to_text();
        return check_written(file, options.out);
    });
}

void add_book(CLI::App& app, int& status) {
    auto options = std::make_shared<BookOptions>();
    auto* command = app.add_subcommand("book", "Build an opening book by search");
    add_variant_option(*command, options->variant);
    command->add_option("--plies", options->plies, "Moves from the start that the book covers")
        ->check(CLI::Range(1, 40))
        ->capture_default_str();
    command->add_option("--breadth", options->breadth, "Best moves of a position to follow further")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    command->add_option("--depth", options->depth, "Depth of each search")
        ->check(CLI::Range(1, 60))
        ->capture_default_str();
    command->add_option("--algorithm", options->search.algorithm, "Search to use")
        ->capture_default_str();
    command->add_option("--evaluation", options->search.evaluation, "Evaluation to use")
        ->capture_default_str();
    command->add_option("--hash", options->search.hash_mb, "Memory of the search, in MiB")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
        ->capture_default_str();
    command->add_option("--out", options->out, "File to write; standard output if not given");
    command->callback(
        [=, &status] { status = exit_code(run_book(*options, std::cout, std::cerr)); });
}

}  // namespace xttt
