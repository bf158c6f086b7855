#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "base/result.h"
#include "rules/variant.h"
#include "tournament/config/tournament_config.h"
#include "tournament/schedule/stage_plan.h"

namespace xttt {

// The first error in a file, with its location.
class ConfigErrors {
public:
    explicit ConfigErrors(std::string file) : file_(std::move(file)) {}

    void add(const toml::source_region& where, const std::string& what);
    bool none() const { return !first_; }
    Error error() const { return {Errc::Usage, *first_}; }

private:
    std::string file_;
    std::optional<std::string> first_;
};

// Reads the expected keys of one table, each with its type and range; finish() then reports unknown
// keys. A field whose key is missing keeps its value.
class TableReader {
public:
    // `name` is the table as the file writes it, for messages: "[limits]". A missing table has no
    // keys.
    TableReader(const toml::table* table, std::string name, ConfigErrors& errors)
        : table_(table), name_(std::move(name)), errors_(errors) {}

    bool has(std::string_view key) const { return table_ != nullptr && table_->contains(key); }
    // The location of a key; the start of the table if the key is missing.
    toml::source_region where(std::string_view key) const;
    void error_at(std::string_view key, const std::string& what) { errors_.add(where(key), what); }

    void text(std::string_view key, std::string& field);
    void flag(std::string_view key, bool& field);
    void integer(std::string_view key, int& field, std::int64_t low, std::int64_t high);
    template <class T>
    void number(std::string_view key, std::optional<T>& field, std::int64_t low,
                std::int64_t high) {
        if (const auto value = whole_number(key, low, high)) field = static_cast<T>(*value);
    }
    // An array of strings.
    void texts(std::string_view key, std::vector<std::string>& field);
    // A table of options of a program: strings, whole numbers, true and false.
    void settings(std::string_view key, std::vector<UgiOption>& field);
    // A string that `parse` accepts.
    template <class T, class Parse>
    void parsed(std::string_view key, T& field, Parse&& parse) {
        if (const auto given = string_of(key)) {
            auto value = parse(*given);
            if (value)
                field = *value;
            else
                error_at(key, value.error().message);
        }
    }
    void finish();

private:
    const toml::node* take(std::string_view key);
    std::optional<std::string> string_of(std::string_view key);
    std::optional<std::int64_t> whole_number(std::string_view key, std::int64_t low,
                                             std::int64_t high);

    const toml::table* table_;
    std::string name_;
    ConfigErrors& errors_;
    std::vector<std::string_view> known_;
};

// Parses a number of bytes with a unit: "512 MB", "4GiB".
Result<std::uint64_t> parse_bytes(std::string_view text);

// Reads the [[entrant]] tables and the [[bots]] folders into the configuration. File names are
// relative to `folder`.
void read_entrants(const toml::array* entrants, const toml::array* bots, const std::string& folder,
                   FileCheck files, TournamentConfig& config, ConfigErrors& errors);

// The absolute path of `file`, which is relative to `folder`.
std::string from_folder(const std::string& folder, const std::string& file);

// Reads the [[stage]] tables, in order, for this number of entrants. `games` is the default number
// of games per pairing.
std::vector<StagePlan> read_stages(const toml::array* tables, int entrants, int games,
                                   const Variant& variant, ConfigErrors& errors);

}  // namespace xttt
