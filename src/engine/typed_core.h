#pragma once

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "engine/core.h"
#include "eval/nnue/network.h"
#include "search/book/book.h"

namespace xttt {

template <const Variant& V>
class TypedCore final : public EngineCore {
public:
    using Maker = std::function<Result<std::unique_ptr<Searcher<V>>>(const SearchOptions&)>;

    explicit TypedCore(Maker make) : make_(std::move(make)) {}

    const Variant& variant() const override { return V; }

    Result<void> configure(const SearchOptions& options) override {
        searcher_.reset();  // first, so that there are never two tables in memory
        TRY(searcher_, make_(options));
        return {};
    }
    Result<void> load_book(const std::string& path) override;
    Result<void> check_network(const std::string& path) const override {
        if (!path.empty()) TRY_VOID(nnue::Network<V>::load(path));
        return {};
    }
    void new_game() override {
        if (searcher_) searcher_->new_game();
    }

    Result<Score> evaluate(const AnyPosition& position,
                           const SearchOptions& options) const override {
        return xttt::evaluate(options, position.as<V>());
    }
    std::optional<SearchReport> book_reply(const AnyPosition& position) const override {
        const auto entry = book_ ? book_->find(position.as<V>()) : std::nullopt;
        if (!entry) return std::nullopt;
        SearchReport report;
        report.pvs.push_back({entry->score, {entry->move}});
        return report;
    }
    SearchReport search(const AnyPosition& position, const SearchLimits& limits,
                        const ReportFunction& report, const std::stop_token& stop) override {
        searcher_->prepare();
        // Registered after prepare(), so that a stop requested earlier is passed on too.
        const std::stop_callback on_stop(stop, [this] { searcher_->stop(); });
        return searcher_->search(position.as<V>(), limits, report);
    }

private:
    Maker make_;
    std::optional<Book<V>> book_;
    std::unique_ptr<Searcher<V>> searcher_;
};

template <const Variant& V>
Result<void> TypedCore<V>::load_book(const std::string& path) {
    if (path.empty()) {
        book_.reset();
        return {};
    }
    // Devices and pipes might never end, or never begin.
    std::error_code ignored;
    const auto text = std::filesystem::is_regular_file(path, ignored)
                          ? read_input_file(path)
                          : fail(Errc::Io, "it is not a file");
    if (!text)
        return fail(Errc::Io,
                    fmt::format("cannot read the book {}: {}", quote(path), text.error().message));
    auto book = Book<V>::parse(*text);
    if (!book)
        return fail(book.error().code, fmt::format("{}: {}", quote(path), book.error().message));
    book_ = std::move(*book);
    return {};
}

}  // namespace xttt
