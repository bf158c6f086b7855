#pragma once

#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "support/paths.h"

namespace xttt::test {

// The values that reference_values.py computes by other methods.
inline double reference_value(const std::string& name) {
    static const auto kValues = [] {
        std::map<std::string, double> values;
        std::ifstream file(source_path("tests/stats/reference_values.txt"));
        std::string key;
        double value = 0;
        while (file >> key >> value) values[key] = value;
        return values;
    }();
    const auto found = kValues.find(name);
    if (found == kValues.end()) {
        ADD_FAILURE() << "no reference value " << name;
        return 0;
    }
    return found->second;
}

}  // namespace xttt::test
