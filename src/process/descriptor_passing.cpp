#include "process/descriptor_passing.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>

namespace xttt {
namespace {

// The message format of both ends: one byte of data (an empty message is the end of the stream),
// and space for one descriptor.
struct Message {
    char byte = 0;
    iovec data{.iov_base = &byte, .iov_len = 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr header{};

    Message() {
        header.msg_iov = &data;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = sizeof control;
    }
    Message(const Message&) = delete;
    Message& operator=(const Message&) = delete;
};

}  // namespace

bool send_descriptor(int socket, int descriptor) {
    Message message;
    cmsghdr* part = CMSG_FIRSTHDR(&message.header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
    return ::sendmsg(socket, &message.header, MSG_NOSIGNAL) == 1;
}

bool send_error(int socket, int error) {
    Message message;
    message.byte = static_cast<char>(error);
    message.header.msg_control = nullptr;
    message.header.msg_controllen = 0;
    return ::sendmsg(socket, &message.header, MSG_NOSIGNAL) == 1;
}

UniqueFd receive_descriptor(int socket) {
    Message message;
    ssize_t got = -1;
    do got = ::recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got <= 0) {
        if (got == 0) errno = 0;
        return UniqueFd();
    }
    const cmsghdr* part = CMSG_FIRSTHDR(&message.header);
    if (part == nullptr || part->cmsg_type != SCM_RIGHTS) {
        errno = message.byte != 0 ? message.byte : ENOMSG;
        return UniqueFd();
    }
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(part), sizeof descriptor);
    return UniqueFd(descriptor);
}

}  // namespace xttt
