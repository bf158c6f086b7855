#pragma once

#include <string>

// Makes the call, or the series of calls, of this name. Returns its errno, 0 if it succeeded; -1
// for a name that is not known. A series returns the error that ended it.
int error_of_call(const std::string& name);
