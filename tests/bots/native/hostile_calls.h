#pragma once

#include <string>

// Makes the call, or the series of calls, of this name. Returns its errno, 0 if it succeeded; -1
// for a name that is not known. A series returns the error that ended it.
int error_of_call(const std::string& name);

// Uses a little of everything that bots of one user could share: timers, signals, pipes, files,
// memory. Returns the errno of what failed, 0 if nothing did.
int error_of_ordinary_use();
