#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "env/game.h"
#include "held.h"

namespace xttt::python {

namespace py = pybind11;

// What Python calls a Position.
struct PyPosition : Zeroed {
    explicit(false) PyPosition(std::unique_ptr<Game> of) : game(std::move(of)) {}
    Held<Game> game;
};

// What Python calls a Record.
struct PyRecord {
    GameRecord record;
};

// The legal action that a move names: text or a whole number.
int read_action(const Game& game, py::handle move);

// Each adds its classes and functions to the module.
void add_record(py::module_& m);
void add_position(py::module_& m);
void add_batch(py::module_& m);
void add_engine(py::module_& m);

}  // namespace xttt::python
