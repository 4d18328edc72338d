// SPDX-License-Identifier: Apache-2.0
#include "http/content_encoding.hpp"

#include "io/process.hpp"
#include "support/bad_server.hpp"
#include "support/catch.hpp"
#include "unit/http/requests.hpp"

using namespace kenv;
using namespace kenv::http;

namespace {

constexpr std::uint64_t kPlenty = 1u << 30;

std::string gzip(const std::string& text) {
  io::Command command;
  command.arguments = {"gzip", "-c"};
  command.input = text;
  return io::run(command).output;
}

std::string text_of(std::size_t size) {
  std::string out;
  while (out.size() < size) out += std::to_string(out.size() * 7919) + " ";
  return out;
}

}  // namespace

TEST_CASE("gzip is undone, also in several members") {
  const std::string text = text_of(300'000);
  CHECK(without_content_encoding(gzip(text), "gzip", kPlenty).value() == text);
  CHECK(without_content_encoding(gzip(text) + gzip("more"), " GZIP ", kPlenty).value() == text + "more");
  CHECK(without_content_encoding(gzip(""), "x-gzip", kPlenty).value().empty());
  CHECK(without_content_encoding(text, "", kPlenty).value() == text);
  CHECK(without_content_encoding(text, "identity", kPlenty).value() == text);
}

TEST_CASE("half an answer is none") {
  const std::string whole = gzip(text_of(20'000));
  for (std::size_t size = 1; size < whole.size(); size += 97)
    CHECK_FALSE(without_content_encoding(whole.substr(0, size), "gzip", kPlenty));
  CHECK_FALSE(without_content_encoding(whole + "garbage that is no member of its own", "gzip", kPlenty));
  std::string spoiled = whole;
  spoiled[spoiled.size() / 2] ^= 1;
  CHECK_FALSE(without_content_encoding(spoiled, "gzip", kPlenty));
}

TEST_CASE("what unpacks to more than is wanted is refused, and so is what nobody asked for") {
  const std::string bomb = gzip(std::string(5'000'000, 'x'));
  CHECK(bomb.size() < 10'000);
  CHECK_FALSE(without_content_encoding(bomb, "gzip", 1'000'000));
  CHECK(without_content_encoding(bomb, "gzip", 5'000'000));
  CHECK_FALSE(without_content_encoding("x", "br", kPlenty));
}

TEST_CASE("a cut gzip answer is asked for again, and an error if it stays cut") {
  const std::string page = text_of(20'000), packed = gzip(page);
  const auto answer = [&](std::size_t size) {
    return test::RawAnswer{test::http_answer("200 OK", packed.substr(0, size), "Content-Encoding: gzip\r\n")};
  };
  const test::BadServer once(
      [&](int number, const std::string&) { return answer(number == 0 ? 1000 : packed.size()); });
  CHECK(Client(test::quick()).fetch(test::to(once.url())).body == page);
  CHECK(test::header_of(once.requests()[0], "Accept-Encoding") == "gzip");
  const test::BadServer always([&](int, const std::string&) { return answer(1000); });
  CHECK(test::failure(test::quick(), always.url()).code() == "bad-encoding");
}
