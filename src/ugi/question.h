#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "ugi/command.h"

namespace xttt::ugi {

// What can be asked with "query", and the word for it.
inline constexpr std::array<std::pair<std::string_view, Question>, 3> kQuestions{{
    {"p1turn", Question::P1Turn},
    {"gameover", Question::GameOver},
    {"result", Question::Result},
}};

}  // namespace xttt::ugi
