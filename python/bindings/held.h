#pragma once

#include <cstring>
#include <memory>
#include <new>

#include <pybind11/pybind11.h>

namespace xttt::python {

namespace py = pybind11;

// Python code can make an object without initialising it (Class.__new__(Class)). pybind11 then
// hands out raw memory as if it were one. A class that derives from this gets zeros instead, and
// keeps all it has in a Held, for which zeros mean "nothing": using it is an error and no crash.
struct Zeroed {
    static void* operator new(std::size_t size) {
        return std::memset(::operator new(size), 0, size);
    }
    static void* operator new(std::size_t, void* place) { return place; }
    static void operator delete(void* memory) { ::operator delete(memory); }
};

template <class T>
class Held {
public:
    explicit(false) Held(std::unique_ptr<T> value) : value_(std::move(value)) {}

    T& operator*() const {
        if (value_ == nullptr) [[unlikely]]
            throw py::value_error("this object was never initialised");
        return *value_;
    }
    T* operator->() const { return &**this; }

private:
    std::unique_ptr<T> value_;
};

// For classes that only we make: Python code cannot make any.
template <class Class>
void forbid_making(Class& bound) {
    auto* type = reinterpret_cast<PyTypeObject*>(bound.ptr());
    type->tp_new = nullptr;
    PyType_Modified(type);
}

}  // namespace xttt::python
