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
    std::ranges::replace_if(
        *first_, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
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

void TableReader::texts(std::string_view key, std::vector<std::string>& field) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const toml::array* array = node->as_array();
    if (array == nullptr ||
        !std::ranges::all_of(*array, [](const toml::node& each) { return each.is_string(); }))
        return error_at(key, fmt::format("'{}' must be an array of strings", key));
    for (const toml::node& each : *array) field.push_back(each.as_string()->get());
}

void TableReader::settings(std::string_view key, std::vector<UgiOption>& field) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    if (!node->is_table())
        return error_at(key, fmt::format("'{}' must be a table such as {{ Hash = 64 }}", key));
    for (const auto& [name, value] : *node->as_table()) {
        UgiOption option{std::string(name.str()), {}};
        if (const auto* text = value.as_string())
            option.value = text->get();
        else if (const auto* number = value.as_integer())
            option.value = std::to_string(number->get());
        else if (const auto* flag = value.as_boolean())
            option.value = flag->get() ? "true" : "false";
        else
            return error_at(key, fmt::format("option {} must be a string, a whole number, true or "
                                             "false",
                                             quote(option.name)));
        field.push_back(std::move(option));
    }
}

void TableReader::finish() {
    if (table_ == nullptr) return;
    for (const auto& [key, node] : *table_) {
        if (std::ranges::find(known_, key.str()) != known_.end()) continue;
        errors_.add(key.source(), fmt::format("{} has no key {}{}", name_, quote(key.str()),
                                              known_words_hint(key.str(), known_)));
    }
}

Result<std::vector<int>> parse_cpu_list(std::string_view text) {
    constexpr int kMaxCpus = 1024;
    std::vector<int> cpus;
    for (const auto part : split(text, ',')) {
        const auto dash = part.find('-');
        const auto first = to_number<int>(part.substr(0, dash));
        const auto last = dash == part.npos ? first : to_number<int>(part.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last >= kMaxCpus)
            return fail(
                Errc::Usage,
                fmt::format("{} is not a list of CPUs; write for example 0-3,6", quote(text)));
        for (int cpu = *first; cpu <= *last; ++cpu)
            if (std::ranges::find(cpus, cpu) == cpus.end()) cpus.push_back(cpu);
    }
    return cpus;
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
