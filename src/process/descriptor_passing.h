#pragma once

#include "process/unique_fd.h"

namespace xttt {

// Sends one descriptor over a local socket, or instead of one an errno from 1 to 127. Returns false
// and sets errno on failure.
bool send_descriptor(int socket, int descriptor);
bool send_error(int socket, int error);

// Receives one. If it is empty, errno is 0 at the end of the stream, and the error that was sent
// after send_error.
UniqueFd receive_descriptor(int socket);

}  // namespace xttt
