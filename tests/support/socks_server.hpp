// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <string>
#include <thread>

#include "io/files.hpp"
#include "support/nginx.hpp"

namespace kenv::test {

/// A SOCKS5 proxy (RFC 1928, 1929) that leads to ports of this machine, one connection at a time. With a password it
/// lets in nobody without.
class SocksServer {
 public:
  explicit SocksServer(std::string user = "", std::string password = "")
      : user_(std::move(user)), password_(std::move(password)), listener_(listening(port_)) {
    thread_ = std::thread([this] { serve(); });
  }
  ~SocksServer() {
    stopping_ = true;
    thread_.join();
  }
  SocksServer(const SocksServer&) = delete;
  SocksServer& operator=(const SocksServer&) = delete;

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int connections() const { return connections_; }  ///< that were let through

 private:
  static io::FileDescriptor listening(int& port) {
    io::FileDescriptor out(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    if (bind(out.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(out.get(), 16) != 0 ||
        getsockname(out.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0)
      throw std::runtime_error("no server on loopback");
    port = ntohs(address.sin_port);
    return out;
  }

  void serve() {
    while (!stopping_) {
      pollfd watched{listener_.get(), POLLIN, 0};
      if (poll(&watched, 1, 10) <= 0) continue;
      const io::FileDescriptor client(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      const io::FileDescriptor target = greet(client.get());
      if (target) relay(client.get(), target.get());
    }
  }

  static std::string take(int from, std::size_t count) {
    std::string out(count, '\0');
    return recv(from, out.data(), count, MSG_WAITALL) == static_cast<ssize_t>(count) ? out : "";
  }
  static void give(int to, const std::string& bytes) { (void)!send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  static std::size_t length(const std::string& byte) { return byte.empty() ? 0 : static_cast<unsigned char>(byte[0]); }

  /// The connection that the client asks for; none if it is refused.
  io::FileDescriptor greet(int client) {
    take(client, 1);
    const std::string methods = take(client, length(take(client, 1)));
    const char wanted = user_.empty() ? '\0' : '\2';
    const bool offered = methods.find(wanted) != std::string::npos;
    give(client, std::string("\5") + (offered ? wanted : '\xff'));
    if (!offered) return {};
    if (!user_.empty()) {
      take(client, 1);
      const std::string user = take(client, length(take(client, 1)));
      const std::string password = take(client, length(take(client, 1)));
      const bool right = user == user_ && password == password_;
      give(client, std::string("\1") + (right ? '\0' : '\1'));
      if (!right) return {};
    }
    const std::string request = take(client, 4);
    if (request.size() != 4) return {};
    take(client, request[3] == 1 ? 4 : length(take(client, 1)));  // an address or a name: everything is here
    const std::string port = take(client, 2);
    io::FileDescriptor target(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port =
        static_cast<in_port_t>(static_cast<unsigned char>(port[0]) | static_cast<unsigned char>(port[1]) << 8);
    const bool there = connect(target.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    give(client, std::string("\5") + (there ? '\0' : '\5') + std::string("\0\1\0\0\0\0\0\0", 8));
    if (!there) return {};
    ++connections_;
    return target;
  }

  void relay(int one, int other) {
    while (!stopping_) {
      pollfd watched[2] = {{one, POLLIN, 0}, {other, POLLIN, 0}};
      if (poll(watched, 2, 10) <= 0) continue;
      for (int i = 0; i < 2; ++i) {
        if (watched[i].revents == 0) continue;
        char buffer[16384];
        const ssize_t count = recv(watched[i].fd, buffer, sizeof buffer, 0);
        if (count <= 0) return;
        give(watched[1 - i].fd, std::string(buffer, static_cast<std::size_t>(count)));
      }
    }
  }

  std::string user_, password_;
  int port_ = 0;
  io::FileDescriptor listener_;
  std::atomic<bool> stopping_{false};
  std::atomic<int> connections_{0};
  std::thread thread_;
};

}  // namespace kenv::test
