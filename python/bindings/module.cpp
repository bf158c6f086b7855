#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "env/observation.h"
#include "errors.h"
#include "rules/with_variant.h"

namespace xttt::python {

void raise(const Error& error) {
    if (error.code == Errc::Io) {
        PyErr_SetString(PyExc_OSError, error.message.c_str());
        throw py::error_already_set();
    }
    throw py::value_error(error.message);
}

std::string kind_of(py::handle object) {
    return object.is_none() ? "None" : std::string(Py_TYPE(object.ptr())->tp_name);
}

namespace {

py::dict describe_variant(const Variant& variant) {
    py::dict facts;
    facts["name"] = variant.name;
    facts["summary"] = variant.summary;
    facts["big_boards"] = variant.big_boards;
    facts["size"] = variant.size;
    facts["bonus_move"] = variant.bonus_move;
    facts["line_points"] = variant.line_points;
    facts["actions"] = variant.cells();
    facts["observation_shape"] =
        py::make_tuple(kPlanes, variant.big_boards * variant.width(), variant.width());
    facts["symmetries"] = symmetry_count(variant);
    return facts;
}

}  // namespace
}  // namespace xttt::python

PYBIND11_MODULE(_core, m) {
    using namespace xttt;
    using namespace xttt::python;
    m.doc() = "The compiled part of xttt; import xttt instead.";
    m.attr("__version__") = XTTT_VERSION;
    py::tuple names(kVariants.size());
    for (std::size_t i = 0; i < kVariants.size(); ++i)
        names[i] = py::str(std::string(kVariants[i]->name));
    m.attr("VARIANTS") = names;
    py::tuple planes(kPlanes);
    for (int i = 0; i < kPlanes; ++i) planes[i] = py::str(std::string(kPlaneNames[i]));
    m.attr("PLANES") = planes;
    m.def(
        "variant_facts",
        [](const std::string& name) {
            return describe_variant(*value_or_raise(find_variant(name)));
        },
        py::arg("variant"), "The properties of a variant by name.");
    add_record(m);
    add_outcome(m);
    add_position(m);
    add_batch(m);
    add_engine(m);
}
