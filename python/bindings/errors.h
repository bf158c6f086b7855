#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include "base/result.h"

namespace xttt::python {

namespace py = pybind11;

// Failures of the libraries as Python's exceptions, with the same words.
[[noreturn]] void raise(const Error& error);

template <class T>
T value_or_raise(Result<T> result) {
    if (!result) raise(result.error());
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// The type of an object in words ("a list"), for error messages.
std::string kind_of(py::handle object);

}  // namespace xttt::python
