#pragma once

#include <cstring>
#include <memory>
#include <new>

#include <pybind11/pybind11.h>

namespace xttt::python {

namespace py = pybind11;

// Python code can create an object without initialising it (Class.__new__(Class)), and pybind11
// then returns raw memory. A class that derives from this gets zeroed memory instead and keeps its
// state in a Held, for which zeros mean "uninitialised". So using such an object raises an
// exception instead of crashing.
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

// For classes that Python code cannot create.
template <class Class>
void forbid_making(Class& bound) {
    auto* type = reinterpret_cast<PyTypeObject*>(bound.ptr());
    type->tp_new = nullptr;
    PyType_Modified(type);
}

}  // namespace xttt::python
