#include "tournament/config/table_reader.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

void ConfigErrors::add(const toml::source_region& where, const std::string& what) {
    if (first_) return;
    first_ = where.begin ? fmt::format("{}, line {}, column {}: {}", file_, where.begin.line,
                                       where.begin.column, what)
                         : fmt::format("{}: {}", file_, what);
    // The parser's messages may contain text of the file.
    std::ranges::replace_if(*first_, [](char c) { return c >= 0 && c < ' '; }, ' ');
}

toml::source_region TableReader::where(std::string_view key) const {
    if (table_ == nullptr) return {};
    const toml::node* node = table_->get(key);
    return node != nullptr ? node->source() : table_->source();
}

const toml::node* TableReader::take(std::string_view key) {
    known_.push_back(key);
    return table_ == nullptr ? nullptr : table_->get(key);
}

std::optional<std::string> TableReader::string_of(std::string_view key) {
    const toml::node* node = take(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* value = node->as_string()) return value->get();
    error_at(key, fmt::format("'{}' must be a string in quotes", key));
    return std::nullopt;
}

void TableReader::text(std::string_view key, std::string& field) {
    if (auto value = string_of(key)) field = std::move(*value);
}

void TableReader::flag(std::string_view key, bool& field) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    if (const auto* value = node->as_boolean())
        field = value->get();
    else
        error_at(key, fmt::format("'{}' must be true or false", key));
}

std::optional<std::int64_t> TableReader::whole_number(std::string_view key, std::int64_t low,
                                                      std::int64_t high) {
    const toml::node* node = take(key);
    if (node == nullptr) return std::nullopt;
    const auto* value = node->as_integer();
    if (value != nullptr && value->get() >= low && value->get() <= high) return value->get();
    error_at(key, fmt::format("'{}' must be a whole number from {} to {}", key, low, high));
    return std::nullopt;
}

void TableReader::integer(std::string_view key, int& field, std::int64_t low, std::int64_t high) {
    if (const auto value = whole_number(key, low, high)) field = static_cast<int>(*value);
}

void TableReader::finish() {
    if (table_ == nullptr) return;
    for (const auto& [key, node] : *table_) {
        if (std::ranges::find(known_, key.str()) != known_.end()) continue;
        errors_.add(key.source(), fmt::format("{} has no key {}{}", name_, quote(key.str()),
                                              known_words_hint(key.str(), known_)));
    }
}

Result<std::uint64_t> parse_bytes(std::string_view text) {
    struct Unit {
        std::string_view name;
        std::uint64_t bytes;
    };
    static constexpr std::array<Unit, 6> kUnits{Unit{"MiB", std::uint64_t{1} << 20},
                                                Unit{"GiB", std::uint64_t{1} << 30},
                                                Unit{"MB", 1'000'000},
                                                Unit{"GB", 1'000'000'000},
                                                Unit{"M", std::uint64_t{1} << 20},
                                                Unit{"G", std::uint64_t{1} << 30}};
    for (const Unit& unit : kUnits) {
        if (!text.ends_with(unit.name)) continue;
        auto number = text.substr(0, text.size() - unit.name.size());
        while (number.ends_with(' ')) number.remove_suffix(1);
        const auto amount = to_number<std::uint64_t>(number);
        if (amount && *amount > 0 && *amount < (std::uint64_t{1} << 32) &&
            *amount * unit.bytes >= (std::uint64_t{16} << 20))
            return *amount * unit.bytes;
        break;
    }
    return fail(
        Errc::Usage,
        fmt::format(
            "{} is not an amount of memory; write for example 512MB or 4GiB (at least 16MiB)",
            quote(text)));
}

}  // namespace xttt
