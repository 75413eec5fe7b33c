// A message is one byte for its kind, then its members in order: numbers with the least significant
// byte first, texts and lists after their length.
#include "mpi/messages.hpp"

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <utility>

#include "nqueens/error.hpp"

namespace nqueens::mpi {

namespace {

class Writer {
 public:
  template <std::unsigned_integral Number>
  void operator()(const Number& value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      bytes_.push_back(static_cast<char>((value >> (8 * i)) & 0xFF));
    }
  }
  void operator()(const bool& flag) { (*this)(static_cast<std::uint8_t>(flag ? 1 : 0)); }
  void operator()(const std::string& text) {
    (*this)(std::uint64_t{text.size()});
    bytes_ += text;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <std::unsigned_integral Number>
  void operator()(Number& value) {
    require(sizeof value);
    value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
      value = static_cast<Number>(
          value | static_cast<Number>(Number{static_cast<unsigned char>(bytes_[i])} << (8 * i)));
    }
    bytes_.remove_prefix(sizeof value);
  }
  void operator()(bool& flag) {
    std::uint8_t value = 0;
    (*this)(value);
    if (value > 1) refuse();
    flag = value == 1;
  }
  void operator()(std::string& text) {
    std::uint64_t size = 0;
    (*this)(size);
    require(size);
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }
  /// Length of a list whose elements take at least `least` bytes each.
  std::uint64_t length(std::size_t least) {
    std::uint64_t size = 0;
    (*this)(size);
    if (size > bytes_.size() / least) refuse();
    return size;
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

// The members of each message, once for both directions.

template <typename Archive, typename M>
void each_member(Archive& archive, M& m) requires std::same_as<std::remove_const_t<M>, Offer> {
  archive(m.version);
  archive(m.decomposition);
  archive(m.depth);
  archive(m.plan_id);
}

template <typename Archive, typename M>
void each_member(Archive& archive, M& m) requires std::same_as<std::remove_const_t<M>, Hello> {
  archive(m.host);
  archive(m.engine);
  archive(m.instruction_set);
  archive(m.threads);
  archive(m.processors);
}

template <typename Archive, typename M>
void each_member(Archive& archive, M& m) requires std::same_as<std::remove_const_t<M>, Refusal> {
  archive(m.reason);
}

template <typename Archive, typename M>
void each_member(Archive& archive, M& m) requires std::same_as<std::remove_const_t<M>, TaskResult> {
  archive(m.task);
  archive(m.solutions);
  archive(m.residues[0]);
  archive(m.residues[1]);
  archive(m.nanoseconds);
}

template <typename Archive, typename M>
void each_member(Archive& archive, M& m) requires std::same_as<std::remove_const_t<M>, Request> {
  archive(m.idle);
}

template <typename Archive, typename M>
void each_member(Archive& archive, M& m) requires std::same_as<std::remove_const_t<M>, Close> {
  archive(m.together);
}

void each_member(Writer& archive, const Batch& m) {
  archive(std::uint64_t{m.tasks.size()});
  for (const std::uint64_t task : m.tasks) archive(task);
}
void each_member(Reader& archive, Batch& m) {
  m.tasks.resize(archive.length(sizeof(std::uint64_t)));
  for (std::uint64_t& task : m.tasks) archive(task);
}

void each_member(Writer& archive, const Results& m) {
  archive(std::uint64_t{m.results.size()});
  for (const TaskResult& result : m.results) each_member(archive, result);
}
void each_member(Reader& archive, Results& m) {
  constexpr std::size_t kBytes = 3 * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);
  m.results.resize(archive.length(kBytes));
  for (TaskResult& result : m.results) each_member(archive, result);
}

void each_member(Writer&, const End&) {}
void each_member(Reader&, End&) {}
void each_member(Writer&, const Farewell&) {}
void each_member(Reader&, Farewell&) {}

/// Reads the alternative with that index.
template <std::size_t kIndex = 0>
Message read(Reader& reader, std::size_t kind) {
  if constexpr (kIndex < std::variant_size_v<Message>) {
    if (kind != kIndex) return read<kIndex + 1>(reader, kind);
    std::variant_alternative_t<kIndex, Message> message;
    each_member(reader, message);
    return message;
  } else {
    Reader::refuse();
  }
}

}  // namespace

std::string pack(const Message& message) {
  Writer writer;
  writer(static_cast<std::uint8_t>(message.index()));
  std::visit([&](const auto& alternative) { each_member(writer, alternative); }, message);
  return writer.take();
}

Message unpack(std::string_view bytes) {
  Reader reader(bytes);
  std::uint8_t kind = 0;
  reader(kind);
  Message message = read(reader, kind);
  reader.finish();
  return message;
}

}  // namespace nqueens::mpi
