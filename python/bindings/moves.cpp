#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include "bindings.h"
#include "errors.h"

namespace xttt::python {
namespace {

// An integer, the type of actions; empty without an exception if it is something else.
std::optional<std::int64_t> read_integer(py::handle object) {
    if (PyBool_Check(object.ptr())) return std::nullopt;
    py::object index;
    if (!PyLong_Check(object.ptr())) {
        // NumPy booleans support __index__, so they are excluded by name. NumPy 2 has no underscore
        // in it.
        if (!PyIndex_Check(object.ptr()) || kind_of(object).starts_with("numpy.bool"))
            return std::nullopt;
        index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
        if (!index) {
            if (PyErr_ExceptionMatches(PyExc_TypeError)) {  // an array, not a number
                PyErr_Clear();
                return std::nullopt;
            }
            throw py::error_already_set();
        }
        object = index;
    }
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    if (overflow != 0) return overflow > 0 ? INT64_MAX : INT64_MIN;
    return value;
}

[[noreturn]] void refuse_kind(py::handle move) {
    throw py::type_error(fmt::format(
        "a move must be a str such as 'h9' or an action (an int), not {}", kind_of(move)));
}

}  // namespace

std::string_view text_of(py::handle object) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
    if (data == nullptr) throw py::error_already_set();
    return {data, static_cast<std::size_t>(size)};
}

bool is_legal(const Game& game, py::handle move) {
    if (PyUnicode_Check(move.ptr())) return game.read_move(text_of(move)).has_value();
    const auto action = read_integer(move);
    if (!action) refuse_kind(move);
    return game.is_legal(*action);
}

int read_action(const Game& game, py::handle move) {
    if (PyUnicode_Check(move.ptr())) return value_or_raise(game.read_move(text_of(move)));
    const auto action = read_integer(move);
    if (!action) refuse_kind(move);
    if (!game.is_legal(*action)) [[unlikely]]
        throw py::value_error(game.check(*action).error().message);
    return static_cast<int>(*action);
}

}  // namespace xttt::python
