#include <sstream>

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "errors.h"
#include "record/jsonl_names.h"
#include "record/record_io.h"
#include "rules/notation.h"
#include "rules/with_variant.h"

namespace xttt::python {
namespace {

RecordFormat read_format(const std::string& name) {
    if (name == "xgn") return RecordFormat::Xgn;
    if (name == "jsonl") return RecordFormat::Jsonl;
    throw py::value_error(fmt::format("unknown format {}; choose from xgn, jsonl", quote(name)));
}

std::vector<std::string> moves_of(const GameRecord& record) {
    return value_or_raise(with_variant(
        record.variant->name, [&]<const Variant & V>() -> Result<std::vector<std::string>> {
            std::vector<std::string> moves;
            for (const auto& recorded : record.moves) moves.push_back(move_text<V>(recorded.move));
            return moves;
        }));
}

std::vector<PyRecord> read_records(const std::string& text, const std::string& format) {
    std::istringstream in(text);
    const auto reader = make_reader(read_format(format), in);
    std::vector<PyRecord> records;
    while (auto next = reader->next()) records.push_back({value_or_raise(std::move(*next))});
    return records;
}

void set_tag(GameRecord& record, const std::string& name, const std::string& value) {
    if (!is_tag_name(name))
        throw py::value_error(
            fmt::format("{} is not a valid tag name: use letters, digits and underscores, and none "
                        "of the reserved names",
                        quote(name)));
    if (!is_utf8(value))
        throw py::value_error(fmt::format("the value of tag {} is not UTF-8", quote(name)));
    record.tags[name] = value;
}

}  // namespace

void add_record(py::module_& m) {
    using R = PyRecord;
    py::class_<R> bound(m, "Record", "A recorded game with its tags and comments.");
    forbid_making(bound);
    bound
        .def_property_readonly(
            "variant", [](const R& self) { return std::string(self.record.variant->name); },
            "The name of the variant.")
        .def_property_readonly(
            "moves", [](const R& self) { return moves_of(self.record); }, "The moves as strings.")
        .def_property_readonly(
            "comments",
            [](const R& self) {
                std::vector<std::string> comments;
                for (const auto& [move, note] : self.record.moves)
                    comments.push_back(note.empty() ? "" : note_text(note));
                return comments;
            },
            "The comment of each move, as in an .xgn file; '' for none.")
        .def_property_readonly(
            "tags",
            [](const R& self) {
                py::dict tags;
                for (const auto& [name, value] : self.record.tags) tags[py::str(name)] = value;
                return tags;
            },
            "A copy of the tags as a dict; change them with set_tag.")
        .def(
            "set_tag",
            [](R& self, const std::string& name, const std::string& value) {
                set_tag(self.record, name, value);
            },
            py::arg("name"), py::arg("value"), "Sets a tag such as Event, X or O.")
        .def_property_readonly(
            "fen",
            [](const R& self) -> std::optional<std::string> {
                if (self.record.start_fen.empty()) return std::nullopt;
                return self.record.start_fen;
            },
            "The FEN of the start position; None for the usual start.")
        .def_property_readonly(
            "result",
            [](const R& self) {
                return std::string(result_name(value_or_raise(ending_of(self.record)).result));
            },
            "'x', 'o', 'draw', or '*' for a game that has not ended.")
        .def_property_readonly(
            "reason",
            [](const R& self) {
                return std::string(value_or_raise(ending_of(self.record)).reason);
            },
            "'line', 'full', 'unfinished' or the reason of a forfeit.")
        .def_property_readonly(
            "points",
            [](const R& self) -> std::optional<std::pair<int, int>> {
                const auto ending = value_or_raise(ending_of(self.record));
                if (!ending.points) return std::nullopt;
                return std::pair((*ending.points)[0], (*ending.points)[1]);
            },
            "The points of x and o; None for a game that has not ended.")
        .def(
            "position",
            [](const R& self) { return PyPosition{value_or_raise(make_game(self.record))}; },
            "The Position after the last move; its moves can be undone.")
        .def(
            "text",
            [](const R& self, const std::string& format) {
                return value_or_raise(record_text(read_format(format), self.record));
            },
            py::arg("format") = "xgn", "The record as text in the format 'xgn' or 'jsonl'.")
        .def(
            "__eq__", [](const R& a, const R& b) { return a.record == b.record; },
            py::is_operator())
        .def("__repr__", [](const R& self) {
            return fmt::format("<xttt.Record of {}: {} moves>", self.record.variant->name,
                               self.record.moves.size());
        });
    m.def("read_records", &read_records, py::arg("text"), py::arg("format"),
          "The games in a text of the format 'xgn' or 'jsonl'. A ValueError names the bad line.");
}

}  // namespace xttt::python
