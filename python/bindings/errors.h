#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include "base/result.h"

namespace xttt::python {

namespace py = pybind11;

// Converts errors of the libraries to Python exceptions with the same message.
[[noreturn]] void raise(const Error& error);

template <class T>
T value_or_raise(Result<T> result) {
    if (!result) raise(result.error());
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// The type of an object for error messages, such as "a list".
std::string kind_of(py::handle object);

}  // namespace xttt::python
