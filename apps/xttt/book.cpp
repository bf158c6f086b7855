#include "search/book/book.h"

#include <fstream>
#include <ostream>

#include "commands.h"
#include "common_options.h"
#include "rules/with_variant.h"
#include "search/make_searcher.h"

namespace xttt {
namespace {

struct BookOptions {
    std::string variant = std::string(kVariants.front()->name);
    int plies = 4;
    int breadth = 3;
    int depth = 10;
    SearchOptions search;
    std::string out;  // file to write; standard output if empty
};

}  // namespace

Result<void> run_book(const BookOptions& options, std::ostream& out, std::ostream& log) {
    return with_variant(options.variant, [&]<const Variant & V>() -> Result<void> {
        TRY(const auto searcher, make_searcher<V>(options.search));
        const BookPlan plan{
            .plies = options.plies, .breadth = options.breadth, .limits = {.depth = options.depth}};
        const Book<V> book = build_book<V>(*searcher, plan, [&](std::size_t entries, int ply) {
            log << fmt::format("\r{} positions, {} plies deep", entries, ply) << std::flush;
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

void add_book(Command& app) {
    auto& command = app.add("book", "Build an opening book by search.",
                            {"xttt book --plies 2 --depth 6 --output extreme.book",
                             "xttt book --variant ultimate --plies 6 --breadth 2"});
    auto options = std::make_shared<BookOptions>();
    command.group("Book");
    add_variant_option(command, options->variant);
    command.option("--plies N", options->plies, "Opening moves to cover, in plies").range(1, 40);
    command.option("--breadth N", options->breadth, "Best moves to follow in each position")
        .range(1, 256);
    command.option("-o,--output FILE", options->out, "File to write")
        .alias("--out")
        .default_text("standard output");
    command.group("Search");
    command.option("--depth N", options->depth, "Search depth in plies").range(1, 60);
    add_searcher_options(command, options->search);
    command.run([options](Streams io) { return run_book(*options, io.out, io.err); });
}

}  // namespace xttt
