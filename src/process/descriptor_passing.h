#pragma once

#include "process/unique_fd.h"

namespace xttt {

// Sends one descriptor over a local socket, or a message without one. Returns false and sets errno
// on failure.
bool send_descriptor(int socket, int descriptor);
bool send_no_descriptor(int socket);

// Receives one. If it is empty, errno is 0 at the end of the stream and ENOMSG after
// send_no_descriptor.
UniqueFd receive_descriptor(int socket);

}  // namespace xttt
