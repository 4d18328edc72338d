// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "io/files.hpp"
#include "io/process.hpp"

namespace kenv::test {

/// A certificate authority of the test's own, made by openssl, with a certificate for 127.0.0.1 and one for a client.
class Certificates {
 public:
  Certificates() {
    openssl({"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj",
             "/CN=kenv test CA", "-keyout", at("ca.key"), "-out", at("ca.pem")});
    sign("server", "subjectAltName=IP:127.0.0.1,DNS:localhost");
    sign("client", "extendedKeyUsage=clientAuth");
    io::write_text(folder_.path() / "client-both.pem",
                   io::read_text(folder_.path() / "client.pem") + io::read_text(folder_.path() / "client.key"));
    io::make_directories(folder_.path() / "hashed");
    io::write_text(folder_.path() / "hashed/ca.pem", io::read_text(folder_.path() / "ca.pem"));
    openssl({"rehash", at("hashed")});
  }

  std::string ca() const { return at("ca.pem"); }
  std::string ca_folder() const { return at("hashed"); }
  std::string client() const { return at("client-both.pem"); }
  /// The lines that make an nginx speak TLS on a port.
  std::string server_lines(int port, bool wants_client = false) const {
    std::string out = "listen 127.0.0.1:" + std::to_string(port) + " ssl; ssl_certificate " + at("server.pem") +
                      "; ssl_certificate_key " + at("server.key") + ";";
    if (wants_client) out += " ssl_verify_client on; ssl_client_certificate " + ca() + ";";
    return out;
  }

 private:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  void sign(const std::string& name, const std::string& extension) {
    io::write_text(folder_.path() / "extension", extension + "\n");
    openssl({"req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=" + name, "-keyout",
             at(name + ".key"), "-out", at(name + ".csr")});
    openssl({"x509", "-req", "-in", at(name + ".csr"), "-CA", ca(), "-CAkey", at("ca.key"), "-CAcreateserial", "-days",
             "30", "-extfile", at("extension"), "-out", at(name + ".pem")});
  }

  static void openssl(std::vector<std::string> words) {
    words.insert(words.begin(), "openssl");
    io::Command command;
    command.arguments = std::move(words);
    const auto result = io::run(command);
    if (!result.ok()) throw std::runtime_error("openssl: " + result.error_output);
  }

  io::TemporaryDirectory folder_{"kenv-certificates-"};
};

}  // namespace kenv::test
