#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace xttt {

// Whether arrays and objects of a JSON text nest deeper than in any message of this program. Code
// that copies or writes a JSON value calls itself for each level.
bool nests_too_deeply(std::string_view json);

enum class UnknownFields { Refuse, Ignore };

// A strict reader of one untrusted JSON object. Never throws: finish() reports the first error, or
// a field that was not read.
class JsonFields {
public:
    // `where` is the prefix of every message, unless it is empty.
    explicit JsonFields(std::string_view text, std::string where = {});
    explicit JsonFields(nlohmann::json object, std::string where = {});

    bool has(const char* name) const { return object_.is_object() && object_.contains(name); }
    // A fallback makes a field optional.
    std::string text(const char* name, std::size_t max_bytes,
                     std::optional<std::string> fallback = std::nullopt);
    std::int64_t integer(const char* name, std::int64_t least, std::int64_t most,
                         std::optional<std::int64_t> fallback = std::nullopt);
    std::uint64_t unsigned_integer(const char* name,
                                   std::optional<std::uint64_t> fallback = std::nullopt);
    double number(const char* name, double least, double most);
    bool boolean(const char* name, std::optional<bool> fallback = std::nullopt);
    // An object, or empty where it is null or missing.
    std::optional<JsonFields> object(const char* name);
    // Any value; null if it is missing, which is an error.
    nlohmann::json value(const char* name);

    // Records an error: the field `name` must be `expected`.
    void expect(const char* name, std::string_view expected);
    void set_error(std::string message);
    bool ok() const { return error_.empty(); }

    Result<void> finish(UnknownFields unknown = UnknownFields::Refuse);

private:
    void check_object();
    const nlohmann::json* find(const char* name, bool required);

    nlohmann::json object_;
    std::string where_;
    std::vector<std::string> read_;
    std::string error_;
};

}  // namespace xttt
