#pragma once

#include "process/unique_fd.h"

namespace xttt {

// One descriptor over a local socket, or a message that there is none. False with errno set on
// failure.
bool send_descriptor(int socket, int descriptor);
bool send_no_descriptor(int socket);

// What the other end sent. Without a value errno says why: 0 at the end of the stream, ENOMSG for
// send_no_descriptor.
UniqueFd receive_descriptor(int socket);

}  // namespace xttt
