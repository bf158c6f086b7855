#pragma once

#include <expected>
#include <string>
#include <utility>

namespace xttt {

// What kind of thing went wrong; the message says the rest.
enum class Errc {
    Usage,        // the caller asked for something that does not exist (unknown variant, bad flag)
    BadMove,      // text that is not a move
    IllegalMove,  // a move the rules forbid here
    BadFen,       // text that is not a position, or an unreachable position
    BadRecord,    // text that is not a game record
    BadInput,     // any other malformed text or file
    Io,           // reading or writing failed
    Process,      // a child process could not be started or driven
    Unsupported,  // this host cannot do what was asked
};

struct Error {
    Errc code;
    std::string message;
    bool operator==(const Error&) const = default;
};

// Whatever depends on the outside world (text, files, processes, network) returns one of these.
template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(Errc code, std::string message) {
    return std::unexpected(Error{code, std::move(message)});
}

}  // namespace xttt

// TRY(auto value, call()): declares `value` with what call() returned, or returns call()'s error
// from this function. TRY_VOID(call()) does the same for a call without a value.
#define XTTT_CONCAT_(a, b) a##b
#define XTTT_CONCAT(a, b) XTTT_CONCAT_(a, b)
#define XTTT_TRY_(result, declaration, ...)                         \
    auto result = (__VA_ARGS__);                                    \
    if (!result) return std::unexpected(std::move(result).error()); \
    declaration = *std::move(result)
#define TRY(declaration, ...) \
    XTTT_TRY_(XTTT_CONCAT(try_result_, __LINE__), declaration, __VA_ARGS__)
#define TRY_VOID(...)                                              \
    do {                                                           \
        if (auto try_result = (__VA_ARGS__); !try_result)          \
            return std::unexpected(std::move(try_result).error()); \
    } while (false)
