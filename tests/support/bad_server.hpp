// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "io/files.hpp"

namespace kenv::test {

/// What a server sends for one request: the raw bytes, and whether it closes the connection after them, keeps it for
/// the next request, or holds it open and silent.
struct RawAnswer {
  enum class Then { Close, KeepOpen, Silence };
  std::string bytes{};
  Then then = Then::Close;
};

/// An HTTP server that does whatever a test tells it to: lies, breaks off, repeats itself. One connection at a time is
/// answered; requests are numbered from 0.
class BadServer {
 public:
  using Script = std::function<RawAnswer(int number, const std::string& request)>;

  explicit BadServer(Script script)
      : script_(std::move(script)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    if (bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        listen(listener_.get(), 16) != 0 ||
        getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0)
      throw std::runtime_error("no server on loopback");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~BadServer() {
    stopping_ = true;
    thread_.join();
  }
  BadServer(const BadServer&) = delete;
  BadServer& operator=(const BadServer&) = delete;

  std::string url(const std::string& path = "/") const { return "http://127.0.0.1:" + std::to_string(port_) + path; }
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  bool readable(int descriptor) const {
    while (!stopping_) {
      pollfd watched{descriptor, POLLIN, 0};
      if (poll(&watched, 1, 10) > 0) return true;
    }
    return false;
  }

  void serve() {
    while (readable(listener_.get())) {
      const io::FileDescriptor connection(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (connection) converse(connection.get());
    }
  }

  void converse(int connection) {
    std::string received;
    while (readable(connection)) {
      char buffer[4096];
      const ssize_t count = recv(connection, buffer, sizeof buffer, 0);
      if (count <= 0) return;
      received.append(buffer, static_cast<std::size_t>(count));
      const auto end = received.find("\r\n\r\n");
      if (end == std::string::npos) continue;
      const std::string request = received.substr(0, end + 4);
      received.erase(0, end + 4);
      const RawAnswer answer = script_(note(request), request);
      send_all(connection, answer.bytes);
      if (answer.then == RawAnswer::Then::Close) {
        shutdown(connection, SHUT_WR);
        return;
      }
      while (answer.then == RawAnswer::Then::Silence && !stopping_ && still_there(connection))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (answer.then == RawAnswer::Then::Silence) return;
    }
  }

  int note(const std::string& request) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
    return static_cast<int>(requests_.size()) - 1;
  }

  static bool still_there(int connection) {
    char byte;
    return recv(connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
  }

  static void send_all(int connection, const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t count = send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) return;
      sent += static_cast<std::size_t>(count);
    }
  }

  Script script_;
  io::FileDescriptor listener_;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  std::thread thread_;
};

/// A port that listens and takes no more connections, so that the next one to ask waits for ever.
class FullListener {
 public:
  FullListener() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    if (bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        listen(listener_.get(), 0) != 0 ||
        getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0)
      throw std::runtime_error("no server on loopback");
    port_ = ntohs(address.sin_port);
    for (int i = 0; i < 4; ++i) {  // until the queue is full; those beyond stay in the middle of their handshake
      callers_.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      (void)!connect(callers_.back().get(), reinterpret_cast<sockaddr*>(&address), sizeof address);
    }
  }
  int port() const { return port_; }

 private:
  io::FileDescriptor listener_;
  std::vector<io::FileDescriptor> callers_;
  int port_ = 0;
};

/// A plain answer: "HTTP/1.1 200 OK" with a right Content-Length and the given further header lines.
inline std::string http_answer(const std::string& status, const std::string& body, const std::string& headers = "") {
  return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body;
}

/// The value of a request's header; empty if it has none.
inline std::string header_of(const std::string& request, const std::string& name) {
  const auto start = request.find("\r\n" + name + ": ");
  if (start == std::string::npos) return {};
  const auto value = start + name.size() + 4;
  return request.substr(value, request.find("\r\n", value) - value);
}

}  // namespace kenv::test
