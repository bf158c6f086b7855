#include <optional>
#include <string>

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "base/text.h"
#include "bindings.h"
#include "env/batch.h"

namespace xttt::python {
namespace {

std::optional<std::string> side_name(std::optional<Side> side) {
    if (!side) return std::nullopt;
    return std::string(1, letter(*side));
}

}  // namespace

void add_outcome(py::module_& m) {
    py::class_<Outcome> bound(m, "Outcome", "The outcome of a finished game.");
    forbid_making(bound);
    bound
        .def_property_readonly(
            "winner", [](const Outcome& o) { return side_name(o.line_winner); },
            "The side that completed a line, 'x' or 'o'; None if every small board is closed "
            "without a line.")
        .def_property_readonly(
            "rated_winner", [](const Outcome& o) { return side_name(o.rated_winner()); },
            "The side with the line, else the side with more points; None if the points are equal.")
        .def_property_readonly(
            "reason",
            [](const Outcome& o) { return o.reason == EndReason::Line ? "line" : "full"; },
            "'line' or 'full'.")
        .def_property_readonly(
            "points", [](const Outcome& o) { return py::make_tuple(o.points[0], o.points[1]); },
            "The points of x and o.")
        .def(
            "rewards",
            [](const Outcome& o, const std::string& kind) {
                if (kind != "win" && kind != "points")
                    throw py::value_error(
                        fmt::format("unknown reward {}; choose from win, points", quote(kind)));
                const auto of = rewards_of(o, kind == "win" ? RewardKind::Win : RewardKind::Points);
                return py::make_tuple(of[0], of[1]);
            },
            py::arg("kind") = "win", "The rewards of x and o, of kind 'win' or 'points'.")
        .def(
            "__eq__", [](const Outcome& a, const Outcome& b) { return a == b; }, py::is_operator())
        .def("__repr__", [](const Outcome& o) {
            return fmt::format("Outcome(reason='{}', winner={}, points=({}, {}))",
                               o.reason == EndReason::Line ? "line" : "full",
                               o.line_winner ? fmt::format("'{}'", letter(*o.line_winner)) : "None",
                               o.points[0], o.points[1]);
        });
}

}  // namespace xttt::python
