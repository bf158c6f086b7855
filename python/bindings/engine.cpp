#include <chrono>
#include <cmath>
#include <csignal>
#include <future>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "engine/win_probability.h"
#include "errors.h"
#include "sync_engine.h"

namespace xttt::python {
namespace {

// Interval at which a waiting caller checks for Ctrl-C.
constexpr auto kSignalInterval = std::chrono::milliseconds(20);
constexpr double kDefaultMoveTime = 1000;  // milliseconds, if no limit is given
constexpr double kMaxMoveTime = 1e9;

// Runs a search in another thread, while this thread checks for Ctrl-C. Called without the GIL. An
// interrupt stops the search and is thrown when it has ended.
void run_interruptibly(const std::function<void()>& search, std::stop_source& stop) {
    std::packaged_task<void()> task(search);
    auto done = task.get_future();
    std::jthread thread(std::move(task));
    bool interrupted = false;
    while (done.wait_for(kSignalInterval) != std::future_status::ready) {
        if (interrupted) continue;
        const py::gil_scoped_acquire acquire;
        interrupted = PyErr_CheckSignals() != 0;
        if (interrupted) stop.request_stop();
    }
    thread.join();
    done.get();
    if (interrupted) {
        const py::gil_scoped_acquire acquire;
        throw py::error_already_set();
    }
}

// Whether Python code handles Ctrl-C: only in the main thread, and only if the program has not left
// the signal to the system. Otherwise no second thread is needed, so a bot in the sandbox, which
// may have only one thread, can search.
bool can_be_interrupted() {
    const auto handler = PyOS_getsig(SIGINT);
    if (handler == SIG_DFL || handler == SIG_IGN) return false;
    const auto threading = py::module_::import("threading");
    return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

void run_here(const std::function<void()>& search, std::stop_source&) {
    search();
}

std::string option_text(py::handle value) {
    if (PyBool_Check(value.ptr())) return value.ptr() == Py_True ? "true" : "false";
    if (PyUnicode_Check(value.ptr()) || PyLong_Check(value.ptr())) return py::str(value);
    throw py::type_error(
        fmt::format("an option value must be a str, an int or a bool, not {}", kind_of(value)));
}

class PyEngine : public Zeroed {
public:
    explicit PyEngine(const py::kwargs& options) : engine_(std::make_unique<SyncEngine>()) {
        for (const auto& [name, value] : options)
            value_or_raise(engine_->set_option(std::string(py::str(name)), option_text(value)));
    }

    void set_option(const std::string& name, py::handle value) {
        const auto lock = locked();
        value_or_raise(engine_->set_option(name, option_text(value)));
    }

    py::dict options() const {
        py::dict all;
        for (const OptionSpec& spec : option_specs())
            all[py::str(std::string(spec.name))] = option_value(engine_->options(), spec);
        return all;
    }

    void new_game() {
        const auto lock = locked();
        engine_->forget();
    }

    Analysis analyse(const PyPosition& position, std::optional<double> movetime,
                     std::optional<std::int64_t> nodes, std::optional<std::int64_t> depth,
                     std::int64_t multipv, const std::optional<py::iterable>& root_moves) {
        if (position.game->over()) throw py::value_error("the game is over in this position");
        if (multipv < 1 || multipv > 256)
            throw py::value_error(fmt::format("multipv: {} is not between 1 and 256", multipv));
        SearchLimits limits = limits_of(movetime, nodes, depth);
        const auto game = position.game->copy();
        if (root_moves) add_root_moves(limits, *game, *root_moves);
        const auto lock = locked();
        const bool interruptible = can_be_interrupted();
        Result<Analysis> found = fail(Errc::Usage, "no search");
        {
            const py::gil_scoped_release release;
            found = engine_->analyse(*game, limits, static_cast<int>(multipv),
                                     interruptible ? run_interruptibly : run_here);
        }
        return value_or_raise(std::move(found));
    }

private:
    static SearchLimits limits_of(std::optional<double> movetime, std::optional<std::int64_t> nodes,
                                  std::optional<std::int64_t> depth) {
        SearchLimits limits;
        if (!movetime && !nodes && !depth) movetime = kDefaultMoveTime;
        if (movetime) {
            if (!(*movetime >= 0 && *movetime <= kMaxMoveTime))
                throw py::value_error(
                    fmt::format("movetime: {} is not between 0 and {:.0f} milliseconds", *movetime,
                                kMaxMoveTime));
            limits.movetime = Milliseconds(std::llround(*movetime));
        }
        if (nodes) {
            if (*nodes < 1) throw py::value_error(fmt::format("nodes: {} is not positive", *nodes));
            limits.nodes = static_cast<std::uint64_t>(*nodes);
        }
        if (depth) {
            if (*depth < 1) throw py::value_error(fmt::format("depth: {} is not positive", *depth));
            limits.depth = static_cast<int>(std::min<std::int64_t>(*depth, kMaxPly));
        }
        return limits;
    }

    static void add_root_moves(SearchLimits& limits, const Game& game, const py::iterable& moves) {
        for (const py::handle move : moves)
            limits.root_moves.push_back(game.move_of(read_action(game, move)));
        if (limits.root_moves.empty())
            throw py::value_error("root_moves: must contain at least one move");
    }

    // A search runs without the GIL, so another thread may call this.
    std::unique_lock<std::mutex> locked() {
        std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) throw std::runtime_error("another thread is using this Engine");
        return lock;
    }

    Held<SyncEngine> engine_;
    std::mutex mutex_;
};

std::optional<int> win_in(Score score) {
    if (!is_line_score(score)) return std::nullopt;
    return moves_to_line(score);
}

// The variant is needed only to convert scores.
struct PyPv {
    AnalysisPv pv;
    const Variant* variant;
};

void add_analysis(py::module_& m) {
    using P = PyPv;
    py::class_<P> variation(
        m, "Variation", "One of the best moves of an analysis, from the view of the side to move.");
    forbid_making(variation);
    variation.def_property_readonly(
                 "move", [](const P& p) { return p.pv.move; }, "The move.")
        .def_property_readonly(
            "score", [](const P& p) { return points_of_score(p.pv.score, *p.variant); },
            "The expected margin in points; the value of a line if one is proven.")
        .def_property_readonly(
            "win_in", [](const P& p) { return win_in(p.pv.score); },
            "Plies until a proven line, negative if the opponent completes it; None if no line is "
            "proven.")
        .def_property_readonly(
            "win_probability", [](const P& p) { return win_probability(p.pv.score, *p.variant); },
            "Probability of winning, from 0 to 1.")
        .def_property_readonly(
            "pv", [](const P& p) { return p.pv.pv; }, "The principal variation.")
        .def("__repr__", [](const P& p) {
            return fmt::format("Variation('{}', score={:.2f})", p.pv.move,
                               points_of_score(p.pv.score, *p.variant));
        });

    using A = Analysis;
    const auto variations = [](const A& a) {
        py::list list;
        for (const auto& each : a.pvs) list.append(py::cast(PyPv{each, a.variant}));
        return list;
    };
    py::class_<A> analysis(m, "Analysis", "The result of analysing a position.");
    forbid_making(analysis);
    analysis.def_readonly("best_move", &A::best_move, "The best move.")
        .def_readonly("action", &A::action, "The best move as an action.")
        .def_property_readonly(
            "score", [](const A& a) { return points_of_score(a.pvs[0].score, *a.variant); },
            "The score of the best move in points, from the view of the side to move.")
        .def_property_readonly(
            "win_in", [](const A& a) { return win_in(a.pvs[0].score); },
            "Plies until a proven line, negative if the opponent completes it; None if no line is "
            "proven.")
        .def_property_readonly(
            "win_probability",
            [](const A& a) { return win_probability(a.pvs[0].score, *a.variant); },
            "Probability of winning, from 0 to 1.")
        .def_property_readonly(
            "pv", [](const A& a) { return a.pvs[0].pv; }, "The principal variation.")
        .def_readonly("depth", &A::depth, "Search depth in plies.")
        .def_readonly("seldepth", &A::seldepth, "Maximum depth reached, with extensions.")
        .def_readonly("nodes", &A::nodes, "Number of nodes searched.")
        .def_readonly("seconds", &A::seconds, "Time used.")
        .def_property_readonly("variations", variations, "The `multipv` best moves, best first.")
        .def_property_readonly(
            "lines",
            [variations](const A& a) {
                if (PyErr_WarnEx(PyExc_DeprecationWarning,
                                 "Analysis.lines is deprecated: use variations", 1) != 0)
                    throw py::error_already_set();
                return variations(a);
            },
            "Deprecated name of `variations`.")
        .def("__repr__", [](const A& a) {
            return fmt::format(
                "Analysis('{}', score={:.2f}, win_probability={:.3f}, depth={}, "
                "nodes={})",
                a.best_move, points_of_score(a.pvs[0].score, *a.variant),
                win_probability(a.pvs[0].score, *a.variant), a.depth, a.nodes);
        });
}

}  // namespace

void add_engine(py::module_& m) {
    add_analysis(m);
    using E = PyEngine;
    py::class_<E>(
        m, "Engine",
        "The xttt engine. Options are keyword arguments with the names of the UGI options.")
        .def(py::init<const py::kwargs&>(),
             "Options such as hash=64, threads=2, skill=10, algorithm='pvs'.")
        .def("analyse", &E::analyse, py::arg("position"), py::kw_only(),
             py::arg("movetime") = py::none(), py::arg("nodes") = py::none(),
             py::arg("depth") = py::none(), py::arg("multipv") = 1,
             py::arg("root_moves") = py::none(),
             "Searches until one of the limits is reached (movetime in ms); for one second without "
             "limits.")
        .def("set_option", &E::set_option, py::arg("name"), py::arg("value"), "Sets one option.")
        .def_property_readonly("options", &E::options, "All options and their values, as strings.")
        .def("new_game", &E::new_game, "Clears the transposition table and the histories.");
}

}  // namespace xttt::python
