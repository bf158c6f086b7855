#pragma once

#include <string>

namespace xttt {

// How heavy a line of a frame is.
enum class Weight { None, Light, Heavy };

// The character where four lines meet.
std::string junction(Weight up, Weight right, Weight down, Weight left, bool ascii);
std::string horizontal_line(Weight weight, int length, bool ascii);
std::string vertical_line(Weight weight, bool ascii);

}  // namespace xttt
