#pragma once

#include <memory>
#include <string_view>

#include <pybind11/pybind11.h>

#include "env/game.h"
#include "held.h"

namespace xttt::python {

namespace py = pybind11;

// The Python class Position.
struct PyPosition : Zeroed {
    explicit(false) PyPosition(std::unique_ptr<Game> of) : game(std::move(of)) {}
    Held<Game> game;
};

// The Python class Record.
struct PyRecord {
    GameRecord record;
};

// A move from Python: text or an integer. Anything else is a TypeError.
bool is_legal(const Game& game, py::handle move);
// The legal action; otherwise a ValueError with the reason.
int read_action(const Game& game, py::handle move);
// The content of a str.
std::string_view text_of(py::handle object);

// Each function adds its classes and functions to the module.
void add_record(py::module_& m);
void add_outcome(py::module_& m);
void add_position(py::module_& m);
void add_batch(py::module_& m);
void add_engine(py::module_& m);

}  // namespace xttt::python
