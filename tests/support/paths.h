#pragma once

#include <string>
#include <string_view>

// Where things lie. Only one generated file knows: every other object is then the same wherever the
// project lies, and a compiler's cache can give it to another clone.
namespace xttt::test {

// A file of the project, such as source_path("tests/vectors/perft.json").
std::string source_path(std::string_view file);

// Programs of tests/bots.
std::string hostile_bot();
std::string hostile_threads_bot();  // the same, taken for a program of Go's
std::string trivial_ugi();

}  // namespace xttt::test
