#include "arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "errors.h"

namespace xttt::python {
namespace {

// The structures of DLPack, version 0: https://dmlc.github.io/dlpack/latest/c_api.html
struct DlDevice {
    std::int32_t type;
    std::int32_t id;
};
struct DlType {
    std::uint8_t code;
    std::uint8_t bits;
    std::uint16_t lanes;
};
struct DlTensor {
    void* data;
    DlDevice device;
    std::int32_t dimensions;
    DlType type;
    std::int64_t* shape;
    std::int64_t* strides;  // in elements; null: contiguous
    std::uint64_t byte_offset;
};
struct DlManagedTensor {
    DlTensor tensor;
    void* context;
    void (*deleter)(DlManagedTensor*);
};
constexpr std::int32_t kDlMainMemory = 1;
enum DlCode : std::uint8_t { kDlInt = 0, kDlUnsigned = 1, kDlFloat = 2, kDlBool = 6 };

std::string_view name_of(Element element) {
    switch (element) {
        case Element::Byte:
            return "uint8";
        case Element::Float32:
            return "float32";
        case Element::Int32:
            return "int32";
        case Element::Int64:
            return "int64";
    }
    std::unreachable();
}

bool is_element(Element element, char kind, std::size_t size) {
    switch (element) {
        case Element::Byte:
            return size == 1 && (kind == 'b' || kind == 'i' || kind == 'u');
        case Element::Float32:
            return size == 4 && kind == 'f';
        case Element::Int32:
            return size == 4 && kind == 'i';
        case Element::Int64:
            return size == 8 && kind == 'i';
    }
    std::unreachable();
}

// The description of an array, from DLPack or the buffer protocol.
struct Described {
    void* data;
    char kind;  // as dtype.kind of NumPy
    std::size_t item_size;
    Shape shape;
    bool contiguous;
    bool writable;
    py::object owner;
};

Described describe(const py::array& array) {
    const auto flags = array.flags();
    return {const_cast<void*>(array.data()),
            array.dtype().kind(),
            static_cast<std::size_t>(array.itemsize()),
            Shape(array.shape(), array.shape() + array.ndim()),
            (flags & py::array::c_style) != 0 && array.dtype().attr("isnative").cast<bool>(),
            array.writeable(),
            array};
}

Described describe_dlpack(py::handle object, std::string_view name) {
    const py::object device = object.attr("__dlpack_device__")();
    if (!py::isinstance<py::tuple>(device) || py::len(device) != 2 ||
        !py::object(device[py::int_(0)]).equal(py::int_(kDlMainMemory)))
        throw py::value_error(fmt::format("{}: the array is not in main memory", name));
    const py::object capsule = object.attr("__dlpack__")();
    auto* managed = static_cast<DlManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
    if (managed == nullptr) throw py::error_already_set();
    // Takes ownership: from now on we call the deleter instead of the capsule.
    PyCapsule_SetName(capsule.ptr(), "used_dltensor");
    py::capsule owner(managed, [](void* pointer) {
        auto* held = static_cast<DlManagedTensor*>(pointer);
        if (held->deleter != nullptr) held->deleter(held);
    });

    const DlTensor& tensor = managed->tensor;
    Described found{static_cast<char*>(tensor.data) + tensor.byte_offset,
                    '?',
                    tensor.type.bits / 8u,
                    Shape(tensor.shape, tensor.shape + tensor.dimensions),
                    true,
                    true,
                    std::move(owner)};
    if (tensor.type.lanes == 1) {
        if (tensor.type.code == kDlInt) found.kind = 'i';
        if (tensor.type.code == kDlUnsigned) found.kind = 'u';
        if (tensor.type.code == kDlFloat) found.kind = 'f';
        if (tensor.type.code == kDlBool) found.kind = 'b';
    }
    std::int64_t expected = 1;
    for (int i = tensor.dimensions; tensor.strides != nullptr && i-- > 0;) {
        if (tensor.shape[i] != 1 && tensor.strides[i] != expected) found.contiguous = false;
        expected *= tensor.shape[i];
    }
    return found;
}

}  // namespace

BorrowedArray borrow_array(py::handle object, std::string_view name, const Shape& shape,
                           std::initializer_list<Element> elements, bool writable) {
    Described found;
    if (py::isinstance<py::array>(object))
        found = describe(py::reinterpret_borrow<py::array>(object));
    else if (py::hasattr(object, "__dlpack__") && py::hasattr(object, "__dlpack_device__"))
        found = describe_dlpack(object, name);
    else
        throw py::type_error(fmt::format(
            "{}: expected a NumPy array (or an array with DLPack), not {}", name, kind_of(object)));

    const Element* match = nullptr;
    std::vector<std::string_view> names;
    for (const Element& element : elements) {
        names.push_back(name_of(element));
        if (is_element(element, found.kind, found.item_size)) match = &element;
    }
    if (match == nullptr)
        throw py::type_error(
            fmt::format("{}: the elements must be {}", name, fmt::join(names, " or ")));
    if (found.shape != shape)
        throw py::value_error(fmt::format("{}: the shape must be ({}), not ({})", name,
                                          fmt::join(shape, ", "), fmt::join(found.shape, ", ")));
    if (!found.contiguous)
        throw py::value_error(
            fmt::format("{}: the array must be C-contiguous and in native byte order", name));
    if (writable && !found.writable)
        throw py::value_error(fmt::format("{}: the array is read-only", name));
    return {found.data, *match, std::move(found.owner)};
}

}  // namespace xttt::python
