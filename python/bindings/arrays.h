#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <pybind11/numpy.h>

namespace xttt::python {

namespace py = pybind11;

enum class Element { Byte, Float32, Int32, Int64 };

// Borrowed memory, and the object that keeps it alive.
struct BorrowedArray {
    void* data = nullptr;
    Element element = Element::Byte;
    py::object owner;
};

using Shape = std::vector<py::ssize_t>;

// The memory of a NumPy array, or of any other array in main memory that supports DLPack, without a
// copy. A wrong kind of object or element is a TypeError, a wrong shape or layout a ValueError;
// both name the argument. Bytes may have the type bool, int8 or uint8.
BorrowedArray borrow_array(py::handle object, std::string_view name, const Shape& shape,
                           std::initializer_list<Element> elements, bool writable);

}  // namespace xttt::python
