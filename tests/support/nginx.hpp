// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "io/files.hpp"
#include "io/process.hpp"

namespace kenv::test {

/// A port of 127.0.0.1 that nobody listens on now.
inline int free_port() {
  const io::FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0)
    throw std::runtime_error("no free port on loopback");
  return ntohs(address.sin_port);
}

inline bool accepts_connections(int port) {
  const io::FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
}

struct NginxOptions {
  bool gzip = false;            ///< compress pages, as package indexes do
  bool ranges = true;           ///< off: Range is ignored and whole files are sent
  std::string user_password{};  ///< "user:password": asks for them everywhere
  std::string in_server{};      ///< further lines for the server block
  std::string more_servers{};   ///< further server blocks
};

/// A real nginx that serves a folder on loopback as a static index: below /simple/, NAME/ is index.json or index.html,
/// as the Accept header asks (support/make_index.py makes such folders). Ends with the object or with the test.
class Nginx {
 public:
  static bool is_installed() { return program().has_value(); }

  explicit Nginx(const std::filesystem::path& root, NginxOptions options = {})
      : root_(root), options_(std::move(options)) {
    for (int attempt = 0; attempt < 5 && !start(); ++attempt) {
    }
    if (pid_ < 0)
      throw std::runtime_error("nginx does not start: " +
                               io::read_text_if_present(state_.path() / "error.log").value_or(""));
  }
  ~Nginx() { stop(); }
  Nginx(const Nginx&) = delete;
  Nginx& operator=(const Nginx&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int port() const { return port_; }
  /// The requests so far, one a line: method, path, status, bytes of the body, "Range" header.
  std::string requests() const {
    // nginx writes the line of a request after its answer has gone out, so the log is read when it has come to rest.
    std::string log;
    for (int quiet = 0; quiet < 8; ++quiet) {
      std::string now = io::read_text_if_present(state_.path() / "access.log").value_or("");
      if (now != log) quiet = 0;
      log = std::move(now);
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    return log;
  }

  void stop() {
    if (pid_ < 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

 private:
  static std::optional<std::string> program() {
    for (const char* path : {"/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"})
      if (io::exists(path)) return path;
    return std::nullopt;
  }

  std::string configuration() const {
    const std::string state = state_.path().string();
    std::string out = "daemon off; master_process off; pid " + state + "/pid; error_log " + state +
                      "/error.log warn;\n" + "events { worker_connections 256; }\nhttp {\n" +
                      "log_format short '$request_method $uri $status $body_bytes_sent $http_range';\n" +
                      "access_log " + state + "/access.log short;\n";
    for (const char* kind : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"})
      out += std::string(kind) + "_temp_path " + state + "/tmp;\n";
    out +=
        "types { application/octet-stream whl; text/plain metadata; text/html html; "
        "application/vnd.pypi.simple.v1+json json; }\n";
    out += "default_type application/octet-stream; sendfile on; tcp_nopush on;\n";
    out += "map $http_accept $page { default index.html; \"~application/vnd.pypi.simple.v1\\+json\" index.json; }\n";
    if (options_.gzip) out += "gzip on; gzip_min_length 1; gzip_types application/vnd.pypi.simple.v1+json;\n";
    if (!options_.ranges) out += "max_ranges 0;\n";
    if (!options_.user_password.empty()) out += "auth_basic kenv; auth_basic_user_file " + state + "/passwords;\n";
    return out + "server { listen 127.0.0.1:" + std::to_string(port_) + "; root " + root_.string() +
           ";\n location /simple/ { index $page; }\n" + options_.in_server + "\n}\n" + options_.more_servers + "\n}\n";
  }

  bool start() {
    port_ = free_port();
    const auto file = state_.path() / "nginx.conf", log = state_.path() / "error.log";
    io::write_text(file, configuration());
    if (const auto colon = options_.user_password.find(':'); colon != std::string::npos)
      io::write_text(state_.path() / "passwords", options_.user_password.substr(0, colon) + ":{PLAIN}" +
                                                      options_.user_password.substr(colon + 1) + "\n");
    const std::string path = program().value_or("nginx");
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      execl(path.c_str(), "nginx", "-p", state_.path().c_str(), "-c", file.c_str(), "-e", log.c_str(), nullptr);
      _exit(127);
    }
    for (int i = 0; i < 1000; ++i) {
      if (waitpid(pid_, nullptr, WNOHANG) == pid_) break;  // it could not start: perhaps the port was taken meanwhile
      if (accepts_connections(port_)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    pid_ = -1;
    return false;
  }

  std::filesystem::path root_;
  NginxOptions options_;
  io::TemporaryDirectory state_{"kenv-nginx-"};
  int port_ = 0;
  pid_t pid_ = -1;
};

}  // namespace kenv::test
