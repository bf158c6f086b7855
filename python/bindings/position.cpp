#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "env/observation.h"
#include "errors.h"
#include "rules/with_variant.h"

namespace xttt::python {
namespace {

Side read_side(std::string_view text) {
    if (text == "x") return Side::X;
    if (text == "o") return Side::O;
    throw py::value_error(fmt::format("unknown side {}; choose from x, o", quote(text)));
}

// An action of the variant, legal now or not.
int any_action(const Game& game, std::int64_t action) {
    if (action < 0 || action >= game.variant().cells())
        throw py::value_error(game.check(action).error().message);
    return static_cast<int>(action);
}

PyPosition make_position(const std::string& variant, const std::optional<std::string>& fen,
                         const py::object& moves) {
    PyPosition made{value_or_raise(make_game(variant, fen))};
    if (moves.is_none()) return made;
    if (PyUnicode_Check(moves.ptr())) {
        for (const auto word : split_words(text_of(moves)))
            made.game->play(value_or_raise(made.game->read_move(word)));
    } else {
        for (const py::handle move : moves) made.game->play(read_action(*made.game, move));
    }
    return made;
}

// The pickled state: variant, FEN of the start ("" for the initial position), actions.
PyPosition position_of_state(const py::tuple& state) {
    if (state.size() != 3 || !py::isinstance<py::str>(state[0]) ||
        !py::isinstance<py::str>(state[1]))
        throw py::value_error("this is not the state of a Position");
    const auto fen = state[1].cast<std::string>();
    return make_position(state[0].cast<std::string>(),
                         fen.empty() ? std::nullopt : std::optional(fen), state[2]);
}

py::list actions_list(const std::uint16_t* actions, std::size_t count) {
    py::list list(count);
    for (std::size_t i = 0; i < count; ++i)
        PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), PyLong_FromLong(actions[i]));
    return list;
}

// An object for every action, created once for each variant, because creating objects is slower
// than moving. Protected by the GIL.
struct ActionObjects {
    std::vector<PyObject*> of_action;
    std::vector<PyObject*> all;  // in the order of the legal moves of the initial position
    int lists_ahead = 0;         // number of lists of all objects whose references are counted
};
using ObjectsOfVariants = std::array<ActionObjects, kVariants.size()>;

// A new list of all objects. Counting 256 references takes half of the time, so they are counted
// for many lists at once and belong to us until a list gets them.
py::list list_of_all(ActionObjects& objects) {
    constexpr int kListsAhead = 1024;
    py::list list(objects.all.size());
    if (objects.lists_ahead == 0) {
        for (PyObject* object : objects.all) Py_SET_REFCNT(object, Py_REFCNT(object) + kListsAhead);
        objects.lists_ahead = kListsAhead;
    }
    --objects.lists_ahead;
    std::ranges::copy(objects.all, reinterpret_cast<PyListObject*>(list.ptr())->ob_item);
    return list;
}

// A new list of the objects of the legal actions; make(action) creates one.
template <class Make>
py::list list_of_legal(const Game& game, ObjectsOfVariants& variants, Make&& make) {
    const auto number = std::ranges::find(kVariants, &game.variant()) - kVariants.begin();
    ActionObjects& objects = variants[static_cast<std::size_t>(number)];
    const int cells = game.variant().cells();
    if (objects.all.empty()) [[unlikely]] {
        for (int action = 0; action < cells; ++action)
            objects.of_action.push_back(py::object(make(action)).release().ptr());
        Game(AnyPosition(game.variant())).for_each_legal([&](int action) {
            objects.all.push_back(objects.of_action[static_cast<std::size_t>(action)]);
        });
    }
    const int count = game.legal_count();
    if (count == cells) return list_of_all(objects);
    py::list list(static_cast<std::size_t>(count));
    PyObject* const made = list.ptr();
    PyObject* const* const of_action = objects.of_action.data();
    Py_ssize_t i = 0;
    game.for_each_legal([&](int action) {
        Py_INCREF(of_action[action]);
        PyList_SET_ITEM(made, i++, of_action[action]);
    });
    return list;
}

py::list legal_actions(const PyPosition& self) {
    static ObjectsOfVariants numbers;
    return list_of_legal(*self.game, numbers, [](int action) { return py::int_(action); });
}

py::list legal_moves(const PyPosition& self) {
    static ObjectsOfVariants texts;
    const Game& game = *self.game;
    return list_of_legal(game, texts, [&](int action) { return py::str(game.move_text(action)); });
}

// A method without arguments that Python calls directly: pybind11 takes longer to look up overloads
// and convert arguments than making a list takes.
template <py::list (*kMethod)(const PyPosition&)>
PyObject* call_directly(PyObject* self, PyObject*) {
    try {
        const auto* instance = reinterpret_cast<const py::detail::instance*>(self);
        if (instance->simple_layout && instance->simple_value_holder[0] != nullptr) [[likely]]
            return kMethod(*static_cast<const PyPosition*>(instance->simple_value_holder[0]))
                .release()
                .ptr();
        return kMethod(py::cast<const PyPosition&>(py::handle(self))).release().ptr();
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (const py::builtin_exception& error) {
        error.set_error();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

PyMethodDef direct_methods[] = {
    {"legal_moves", &call_directly<&legal_moves>, METH_NOARGS,
     "legal_moves(self: xttt._core.Position) -> list\n\nThe legal moves as strings.\n"},
    {"legal_actions", &call_directly<&legal_actions>, METH_NOARGS,
     "legal_actions(self: xttt._core.Position) -> list\n\nThe legal moves as actions.\n"},
};

// A new uninitialised array of bytes. Faster than py::array_t, which looks up the type each time
// and copies the shape twice.
template <std::size_t N>
py::object new_bytes(std::array<py::ssize_t, N> shape, std::uint8_t*& data) {
    static PyObject* const type = py::dtype::of<std::uint8_t>().release().ptr();
    auto& api = py::detail::npy_api::get();
    Py_INCREF(type);  // the call steals a reference
    auto array = py::reinterpret_steal<py::object>(api.PyArray_NewFromDescr_(
        api.PyArray_Type_, type, static_cast<int>(N), shape.data(), nullptr, nullptr, 0, nullptr));
    if (!array) throw py::error_already_set();
    data = reinterpret_cast<std::uint8_t*>(py::detail::array_proxy(array.ptr())->data);
    return array;
}

py::object mask(const PyPosition& self, const py::object& out) {
    const py::ssize_t cells = self.game->variant().cells();
    if (out.is_none()) {
        std::uint8_t* data = nullptr;
        auto fresh = new_bytes<1>({cells}, data);
        self.game->write_mask(data);
        return fresh;
    }
    const auto target = borrow_array(out, "out", {cells}, {Element::Byte}, true);
    self.game->write_mask(static_cast<std::uint8_t*>(target.data));
    return out;
}

py::object observation(const PyPosition& self, const std::optional<std::string>& view,
                       const py::object& out) {
    const Variant& variant = self.game->variant();
    const Side side = view ? read_side(*view) : self.game->side_to_move();
    const py::ssize_t rows = variant.big_boards * variant.width(), columns = variant.width();
    if (out.is_none()) {
        std::uint8_t* data = nullptr;
        auto fresh = new_bytes<3>({kPlanes, rows, columns}, data);
        self.game->write_observation(side, data);
        return fresh;
    }
    const auto target = borrow_array(out, "out", {kPlanes, rows, columns}, {Element::Byte}, true);
    self.game->write_observation(side, static_cast<std::uint8_t*>(target.data));
    return out;
}

std::string pretty(const PyPosition& self) {
    return self.game->drawing(false) + self.game->description() + "FEN: " + self.game->fen();
}

int symmetry_number(const Variant& variant, std::int64_t number) {
    if (number < 0 || number >= symmetry_count(variant))
        throw py::value_error(
            fmt::format("no such symmetry: {}; symmetries of {} are numbered from 0 to {}", number,
                        variant.name, symmetry_count(variant) - 1));
    return static_cast<int>(number);
}

py::array_t<std::int32_t> symmetry_table(const std::string& name) {
    const Variant& variant = *value_or_raise(find_variant(name));
    py::array_t<std::int32_t> table({symmetry_count(variant), variant.cells()});
    auto cells = table.mutable_unchecked<2>();
    for (int number = 0; number < symmetry_count(variant); ++number)
        for (int action = 0; action < variant.cells(); ++action)
            cells(number, action) = transformed_action(variant, action, number);
    return table;
}

}  // namespace

void add_position(py::module_& m) {
    m.def("symmetry_table", &symmetry_table, py::arg("variant"),
          "The image of each action under each symmetry: int32 [symmetries][actions].");

    using P = PyPosition;
    py::class_<P> position(
        m, "Position", "A game in progress: the board, the side to move, and the moves so far.");
    for (PyMethodDef& method : direct_methods)
        position.attr(method.ml_name) = py::reinterpret_steal<py::object>(
            PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(position.ptr()), &method));
    position
        .def(py::init(&make_position), py::arg("variant") = std::string(kVariants[0]->name),
             py::arg("fen") = py::none(), py::arg("moves") = py::none(),
             "The start position of a variant, or a FEN; then moves, as one str or a sequence.")
        // --- Moving ---
        .def(
            "play",
            [](P& self, py::handle move) { self.game->play(read_action(*self.game, move)); },
            py::arg("move"),
            "Plays a move, given as a str ('h9') or an action. Raises ValueError if it is illegal.")
        .def(
            "undo",
            [](P& self) {
                const auto undone = self.game->undo();
                if (!undone) throw py::value_error("no move to take back");
                return *undone;
            },
            "Takes back the last move and returns its action.")
        .def(
            "is_legal", [](const P& self, py::handle move) { return is_legal(*self.game, move); },
            py::arg("move"), "Whether a move (a str or an action) is legal.")
        .def(
            "action", [](const P& self, py::handle move) { return read_action(*self.game, move); },
            py::arg("move"),
            "The action of a legal move. Raises ValueError, with the reason, if it is not legal.")
        .def(
            "move_text",
            [](const P& self, std::int64_t action) {
                return self.game->move_text(any_action(*self.game, action));
            },
            py::arg("action"), "The move text of any action, legal or not.")
        .def_property_readonly(
            "legal_count", [](const P& self) { return self.game->legal_count(); },
            "The number of legal moves.")
        .def("mask", &mask, py::arg("out") = py::none(),
             "The legal actions as uint8 [actions]; written into `out` if given.")
        .def("observation", &observation, py::arg("view") = py::none(), py::arg("out") = py::none(),
             "The observation planes from the view of 'x', 'o' or (None) the side to move.")
        // --- The position ---
        .def_property_readonly(
            "variant", [](const P& self) { return std::string(self.game->variant().name); },
            "The name of the variant.")
        .def_property_readonly(
            "turn", [](const P& self) { return self.game->side_to_move() == Side::X ? "x" : "o"; },
            "The side to move, 'x' or 'o'.")
        .def_property_readonly(
            "bonus", [](const P& self) { return self.game->is_bonus_move(); },
            "Whether this is the bonus move of a turn.")
        .def_property_readonly(
            "over", [](const P& self) { return self.game->over(); }, "Whether the game has ended.")
        .def_property_readonly(
            "outcome", [](const P& self) { return self.game->outcome(); },
            "The Outcome of the game; None if it is not over.")
        .def_property_readonly(
            "points",
            [](const P& self) {
                return py::make_tuple(self.game->board_points(Side::X),
                                      self.game->board_points(Side::O));
            },
            "The points of the small boards that x and o have won so far.")
        .def_property_readonly(
            "boards", [](const P& self) { return self.game->boards(); },
            "One letter per small board: x, o, d (drawn) or - (open).")
        .def_property_readonly(
            "targets",
            [](const P& self) {
                py::list boards;
                for_each_bit(self.game->targets(), [&](int b) { boards.append(b); });
                return boards;
            },
            "The numbers of the small boards that the next move can be played in.")
        .def_property_readonly(
            "last_move",
            [](const P& self) -> std::optional<std::string> {
                const auto last = self.game->last_action();
                if (!last) return std::nullopt;
                return self.game->move_text(*last);
            },
            "The last move as a str; None at the start.")
        .def_property_readonly(
            "history",
            [](const P& self) {
                const auto& played = self.game->history();
                return actions_list(played.data(), played.size());
            },
            "The actions played since the start or the FEN.")
        .def_property_readonly(
            "moves",
            [](const P& self) {
                std::vector<std::string> texts;
                for (const int action : self.game->history())
                    texts.push_back(self.game->move_text(action));
                return texts;
            },
            "The moves played since the start or the FEN, as strings.")
        .def_property_readonly(
            "fen", [](const P& self) { return self.game->fen(); }, "The position as FEN.")
        .def_property_readonly(
            "key", [](const P& self) { return self.game->key(); },
            "64-bit key; equal for positions with the same continuations.")
        // --- Symmetries, copies, records ---
        .def(
            "transformed",
            [](const P& self, std::int64_t number) {
                return P{self.game->transformed(symmetry_number(self.game->variant(), number))};
            },
            py::arg("symmetry"), "The position under a symmetry; 0 is the identity.")
        .def(
            "canonical",
            [](const P& self) {
                const int number = self.game->canonical_symmetry();
                return py::make_tuple(P{self.game->transformed(number)}, number);
            },
            "The canonical position among all symmetric ones, and the symmetry that leads to it.")
        .def(
            "copy", [](const P& self) { return P{self.game->copy()}; }, "An independent copy.")
        .def("__copy__", [](const P& self) { return P{self.game->copy()}; })
        .def("__deepcopy__", [](const P& self, const py::dict&) { return P{self.game->copy()}; })
        .def(
            "record", [](const P& self) { return PyRecord{self.game->record()}; },
            "The game so far as a Record.")
        // --- Showing ---
        .def(
            "draw", [](const P& self, bool ascii) { return self.game->drawing(ascii); },
            py::arg("ascii") = false, "The board as text of several lines.")
        .def(
            "svg", [](const P& self) { return self.game->svg(); }, "The board as an SVG picture.")
        .def("_repr_svg_", [](const P& self) { return self.game->svg(); })
        .def("__str__", [](const P& self) { return self.game->drawing(false); })
        .def("__repr__", &pretty)
        .def(
            "__eq__", [](const P& a, const P& b) { return a.game->same_position(*b.game); },
            py::is_operator())
        .def("__hash__", [](const P& self) { return static_cast<py::ssize_t>(self.game->key()); })
        .def(py::pickle(
            [](const P& self) {
                const GameRecord record = self.game->record();
                const auto& played = self.game->history();
                return py::make_tuple(std::string(record.variant->name), record.start_fen,
                                      actions_list(played.data(), played.size()));
            },
            &position_of_state));
}

}  // namespace xttt::python
