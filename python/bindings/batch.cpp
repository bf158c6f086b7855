#include "env/batch.h"

#include <cstring>
#include <mutex>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "base/random.h"
#include "base/text.h"
#include "bindings.h"
#include "env/observation.h"
#include "errors.h"
#include "rules/with_variant.h"

namespace xttt::python {
namespace {

constexpr std::int64_t kMaxGames = 10'000'000;

// The array that an argument requests: True for a new one, False or None for none, otherwise the
// array of the caller.
struct Wish {
    py::object array = py::none();
    void* data = nullptr;
    py::object owner;
};

template <class T>
Wish grant(const py::object& wish, std::string_view name, const Shape& shape, Element element) {
    if (wish.is_none() || wish.ptr() == Py_False) return {};
    if (wish.ptr() == Py_True) {
        py::array_t<T> fresh(shape);
        return {fresh, fresh.mutable_data(), fresh};
    }
    auto borrowed = borrow_array(wish, name, shape, {element}, true);
    return {wish, borrowed.data, std::move(borrowed.owner)};
}

class PyBatch : public Zeroed {
private:
    template <class F>
    auto visit(F&& f) const {
        return std::visit(std::forward<F>(f), *batch_);
    }

public:
    PyBatch(const std::string& variant_name, std::int64_t games, std::uint64_t seed,
            const std::string& reward, const py::object& observations, const py::object& masks,
            const py::object& rewards, const py::object& dones, const py::object& players,
            const py::object& final_observations)
        : seed_(seed), batch_(nullptr) {
        const Variant& variant = *value_or_raise(find_variant(variant_name));
        if (games < 1 || games > kMaxGames)
            throw py::value_error(
                fmt::format("games: {} is not between 1 and {}", games, kMaxGames));
        if (reward != "win" && reward != "points")
            throw py::value_error(
                fmt::format("unknown reward {}; choose from win, points", quote(reward)));
        const py::ssize_t n = games;
        const Shape planes{n, kPlanes, variant.big_boards * variant.width(), variant.width()};
        observations_ = grant<std::uint8_t>(observations, "observations", planes, Element::Byte);
        masks_ = grant<std::uint8_t>(masks, "masks", {n, variant.cells()}, Element::Byte);
        rewards_ = grant<float>(rewards, "rewards", {n, 2}, Element::Float32);
        dones_ = grant<std::uint8_t>(dones, "dones", {n}, Element::Byte);
        players_ = grant<std::uint8_t>(players, "players", {n}, Element::Byte);
        final_observations_ =
            grant<std::uint8_t>(final_observations, "final_observations", planes, Element::Byte);
        if (final_observations.ptr() == Py_True)
            std::memset(final_observations_.data, 0,
                        batch_bytes(variant, static_cast<std::size_t>(n)));
        const BatchArrays arrays{static_cast<std::uint8_t*>(observations_.data),
                                 static_cast<std::uint8_t*>(masks_.data),
                                 static_cast<float*>(rewards_.data),
                                 static_cast<std::uint8_t*>(dones_.data),
                                 static_cast<std::uint8_t*>(players_.data),
                                 static_cast<std::uint8_t*>(final_observations_.data)};
        batch_ = std::make_unique<AnyOf<Batch>>(value_or_raise(
            make_any<Batch>(variant_name, static_cast<std::size_t>(n), seed,
                            reward == "win" ? RewardKind::Win : RewardKind::Points, arrays)));
    }

    void reset(std::optional<std::uint64_t> seed) {
        const auto lock = locked();
        seed_ = seed.value_or(mix64(seed_));
        visit([&](auto& batch) { batch.reset(seed_); });
    }

    void step(const py::object& actions, const py::object& where) {
        const auto array =
            borrow_array(actions, "actions", {size()}, {Element::Int64, Element::Int32}, false);
        const auto chosen = borrow_where(where);
        const auto* moving = static_cast<const std::uint8_t*>(chosen.data);
        const auto lock = locked();
        const auto stepped = [&]() -> Result<void> {
            const py::gil_scoped_release release;
            return visit([&](auto& batch) {
                if (array.element == Element::Int64)
                    return batch.step(
                        std::span(static_cast<const std::int64_t*>(array.data), batch.size()),
                        moving);
                return batch.step(
                    std::span(static_cast<const std::int32_t*>(array.data), batch.size()), moving);
            });
        }();
        value_or_raise(stepped);
    }

    void step_random(const py::object& actions, const py::object& where) {
        const auto chosen = borrow_where(where);
        BorrowedArray array;
        if (!actions.is_none())
            array = borrow_array(actions, "actions", {size()}, {Element::Int32}, true);
        const auto lock = locked();
        const py::gil_scoped_release release;
        visit([&](auto& batch) {
            batch.step_random(static_cast<std::int32_t*>(array.data),
                              static_cast<const std::uint8_t*>(chosen.data));
        });
    }

    std::uint64_t random_steps(std::int64_t steps) {
        if (steps < 0) throw py::value_error("steps: must not be negative");
        const auto lock = locked();
        std::uint64_t ended = 0;
        // In chunks, so that Ctrl-C is handled.
        while (steps > 0) {
            const auto piece = std::min(steps, std::max<std::int64_t>(1, 4'000'000 / size()));
            {
                const py::gil_scoped_release release;
                ended += visit([&](auto& batch) {
                    return batch.random_steps(static_cast<std::uint64_t>(piece));
                });
            }
            steps -= piece;
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        }
        return ended;
    }

    PyPosition position(std::int64_t i) {
        const auto lock = locked();
        const auto game = visit([at = index_of(i)](auto& batch) { return batch.game(at); });
        return {game.copy()};
    }
    void set_position(std::int64_t i, const PyPosition& position) {
        const auto lock = locked();
        value_or_raise(visit(
            [&, at = index_of(i)](auto& batch) { return batch.set_game(at, *position.game); }));
    }

    void copy_from(PyBatch& source) {
        if (&source == this) return;
        const auto lock = locked();
        const auto source_lock = source.locked();
        value_or_raise(visit([&](auto& batch) { return batch.copy_games(*source.batch_); }));
    }

    py::ssize_t size() const {
        return visit([](auto& batch) { return static_cast<py::ssize_t>(batch.size()); });
    }
    std::string variant() const { return std::string(kVariants[batch_->index()]->name); }
    py::object observations() const { return array_of(observations_); }
    py::object masks() const { return array_of(masks_); }
    py::object rewards() const { return array_of(rewards_); }
    py::object dones() const { return array_of(dones_); }
    py::object players() const { return array_of(players_); }
    py::object final_observations() const { return array_of(final_observations_); }

private:
    const py::object& array_of(const Wish& wish) const {
        static_cast<void>(*batch_);  // raises an exception if there is none
        return wish.array;
    }

    static std::size_t batch_bytes(const Variant& variant, std::size_t games) {
        return games * kPlanes * static_cast<std::size_t>(variant.cells());
    }

    BorrowedArray borrow_where(const py::object& where) const {
        if (where.is_none()) return {};
        return borrow_array(where, "where", {size()}, {Element::Byte}, false);
    }

    std::size_t index_of(std::int64_t i) const {
        if (i < 0 || i >= size())
            throw py::index_error(
                fmt::format("no such game: {}; games are numbered from 0 to {}", i, size() - 1));
        return static_cast<std::size_t>(i);
    }

    // Steps run without the GIL, so another thread may call this.
    std::unique_lock<std::mutex> locked() {
        std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) throw std::runtime_error("another thread is stepping this BatchEnv");
        return lock;
    }

    std::uint64_t seed_;
    Wish observations_, masks_, rewards_, dones_, players_, final_observations_;
    Held<AnyOf<Batch>> batch_;
    std::mutex mutex_;
};

}  // namespace

void add_batch(py::module_& m) {
    using B = PyBatch;
    py::class_<B>(
        m, "BatchEnv",
        "A batch of games of one variant that step together; results are written into arrays.")
        .def(py::init<const std::string&, std::int64_t, std::uint64_t, const std::string&,
                      const py::object&, const py::object&, const py::object&, const py::object&,
                      const py::object&, const py::object&>(),
             py::arg("variant") = std::string(kVariants[0]->name), py::arg("games") = 1024,
             py::kw_only(), py::arg("seed") = 0, py::arg("reward") = "win",
             py::arg("observations") = true, py::arg("masks") = true, py::arg("rewards") = true,
             py::arg("dones") = true, py::arg("players") = true,
             py::arg("final_observations") = false,
             "For each output: True for a new array, False for none, or your own array to write "
             "into.")
        .def("reset", &B::reset, py::arg("seed") = py::none(),
             "Starts new games. A seed makes the random moves from here on reproducible.")
        .def(
            "step", &B::step, py::arg("actions"), py::arg("where") = py::none(),
            "Plays actions[i] in game i; with `where` (bool [games]) only in the games it marks. A "
            "game that ends restarts immediately. On an illegal action, raises ValueError, and no "
            "action is played.")
        .def("step_random", &B::step_random, py::arg("actions") = py::none(),
             py::arg("where") = py::none(),
             "Plays a random legal move in each game, or in those that `where` marks, and writes "
             "it into `actions` (int32) if given, -1 for a skipped game.")
        .def("random_steps", &B::random_steps, py::arg("steps"),
             "Repeats step_random `steps` times and writes the arrays once at the end. Returns the "
             "number of games that ended.")
        .def("position", &B::position, py::arg("game"), "A copy of one game as a Position.")
        .def("set_position", &B::set_position, py::arg("game"), py::arg("position"),
             "Sets one game to a position. The position must not be over.")
        .def("copy_from", &B::copy_from, py::arg("source"),
             "Sets every game to the game of the same number in another batch of the same variant "
             "and size, for searches that start from it.")
        .def("__len__", &B::size)
        .def_property_readonly("variant", &B::variant, "The name of the variant.")
        .def_property_readonly(
            "observations", &B::observations,
            "uint8 [games][planes][rows][columns], from the view of the side to move.")
        .def_property_readonly("masks", &B::masks, "uint8 [games][actions]: 1 for legal actions.")
        .def_property_readonly("rewards", &B::rewards,
                               "float32 [games][2]: rewards of x and o from the last step.")
        .def_property_readonly("dones", &B::dones,
                               "uint8 [games]: whether the last step ended the game.")
        .def_property_readonly("players", &B::players,
                               "uint8 [games]: side to move, 0 for x and 1 for o.")
        .def_property_readonly(
            "final_observations", &B::final_observations,
            "uint8 [games][planes][rows][columns]: the final observation of the last "
            "finished game, from the view of x.");
}

}  // namespace xttt::python
