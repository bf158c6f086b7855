#pragma once

#include <expected>
#include <string>
#include <utility>

namespace xttt {

// The category of an error; the message has the details.
enum class Errc {
    Usage,        // a bad argument: unknown variant, bad flag
    BadMove,      // text that is not a move
    IllegalMove,  // a move the rules forbid here
    BadFen,       // text that is not a position, or an unreachable position
    BadRecord,    // text that is not a game record
    BadInput,     // any other malformed text or file
    Io,           // reading or writing failed
    Process,      // a child process could not be started or driven
    Unsupported,  // not available on this host
};

struct Error {
    Errc code;
    std::string message;
    bool operator==(const Error&) const = default;
};

// The return type of functions that depend on input from outside: text, files, processes, network.
template <class T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(Errc code, std::string message) {
    return std::unexpected(Error{code, std::move(message)});
}

}  // namespace xttt

// TRY(auto value, call()): declares `value` with the value of call(), or returns its error from the
// enclosing function. TRY_VOID(call()) does the same for a call without a value.
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
