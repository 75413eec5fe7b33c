// A message is one byte for its kind, then its members in order: numbers with the least significant
// byte first, texts and lists after their length.
#include "mpi/messages.hpp"

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "nqueens/error.hpp"

namespace nqueens::mpi {

namespace {

/// The members of each message in their order, for both directions.
template <typename M>
auto members(M& m) {
  using Kind = std::remove_const_t<M>;
  if constexpr (std::same_as<Kind, Offer>) {
    return std::tie(m.version, m.decomposition, m.depth, m.plan_id);
  } else if constexpr (std::same_as<Kind, Hello>) {
    return std::tie(m.host, m.engine, m.instruction_set, m.threads, m.processors);
  } else if constexpr (std::same_as<Kind, Refusal>) {
    return std::tie(m.reason);
  } else if constexpr (std::same_as<Kind, Request>) {
    return std::tie(m.idle);
  } else if constexpr (std::same_as<Kind, Batch>) {
    return std::tie(m.tasks);
  } else if constexpr (std::same_as<Kind, TaskResult>) {
    return std::tie(m.task, m.solutions, m.residues[0], m.residues[1], m.nanoseconds);
  } else if constexpr (std::same_as<Kind, Results>) {
    return std::tie(m.results);
  } else if constexpr (std::same_as<Kind, Close>) {
    return std::tie(m.together);
  } else {
    static_assert(std::is_empty_v<Kind>);
    return std::tie();
  }
}

class Writer {
 public:
  template <std::unsigned_integral Number>
  void write(const Number& value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      bytes_.push_back(static_cast<char>((value >> (8 * i)) & 0xFF));
    }
  }
  void write(bool flag) { write(static_cast<std::uint8_t>(flag ? 1 : 0)); }
  void write(const std::string& text) {
    write(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <typename Element>
  void write(const std::vector<Element>& list) {
    write(std::uint64_t{list.size()});
    for (const Element& element : list) write(element);
  }
  template <typename M>
  void write(const M& message) {
    std::apply([&](const auto&... member) { (write(member), ...); }, members(message));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <std::unsigned_integral Number>
  void read(Number& value) {
    require(sizeof value);
    value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
      value = static_cast<Number>(
          value | static_cast<Number>(Number{static_cast<unsigned char>(bytes_[i])} << (8 * i)));
    }
    bytes_.remove_prefix(sizeof value);
  }
  void read(bool& flag) {
    std::uint8_t value = 0;
    read(value);
    if (value > 1) refuse();
    flag = value == 1;
  }
  void read(std::string& text) {
    std::uint64_t size = 0;
    read(size);
    require(size);
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }
  template <typename Element>
  void read(std::vector<Element>& list) {
    std::uint64_t size = 0;
    read(size);
    if (size > bytes_.size() / sizeof(std::uint64_t)) refuse();  // no element takes less
    list.resize(size);
    for (Element& element : list) read(element);
  }
  template <typename M>
  void read(M& message) {
    std::apply([&](auto&... member) { (read(member), ...); }, members(message));
  }
  void finish() const {
    if (!bytes_.empty()) refuse();
  }
  [[noreturn]] static void refuse() {
    throw Error(
        "message that cannot be read: not in its format; start the same program on every "
        "rank");
  }

 private:
  void require(std::uint64_t size) const {
    if (bytes_.size() < size) refuse();
  }
  std::string_view bytes_;
};

/// Reads the alternative with that index.
template <std::size_t kIndex = 0>
Message read_kind(Reader& reader, std::size_t kind) {
  if constexpr (kIndex < std::variant_size_v<Message>) {
    if (kind != kIndex) return read_kind<kIndex + 1>(reader, kind);
    std::variant_alternative_t<kIndex, Message> message;
    reader.read(message);
    return message;
  } else {
    Reader::refuse();
  }
}

}  // namespace

std::string pack(const Message& message) {
  Writer writer;
  writer.write(static_cast<std::uint8_t>(message.index()));
  std::visit([&](const auto& alternative) { writer.write(alternative); }, message);
  return writer.take();
}

Message unpack(std::string_view bytes) {
  Reader reader(bytes);
  std::uint8_t kind = 0;
  reader.read(kind);
  Message message = read_kind(reader, kind);
  reader.finish();
  return message;
}

}  // namespace nqueens::mpi
