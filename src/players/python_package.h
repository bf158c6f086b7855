#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xttt {

// The folder of the Python package next to this executable, in the build tree and when installed;
// empty if there is none.
std::string python_package_folder();

// The environment of this process, with that folder, if there is one, at the end of PYTHONPATH.
std::vector<std::string> environment_with_package();

// Says how to install the Python module that a bot's last output reports as missing: text to append
// to that output. Empty if it reports no missing module. The output is untrusted.
std::string missing_module_hint(std::string_view output);

}  // namespace xttt
