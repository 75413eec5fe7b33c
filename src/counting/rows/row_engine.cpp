#include "counting/rows/row_engine.hpp"

#include <array>

namespace nqueens::counting {

namespace {

class RowWorker final : public Worker {
 public:
  RowWorker(const RowEngine& engine, const Problem& problem, const EngineOptions& options)
      : engine_(engine), problem_(problem), options_(options) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    SubtreeTally below;
    if (!engine_.count_below(problem_, options_, RowPrefix(task.code), stop, below)) {
      return false;
    }
    tally.add(below.solutions, task.weight);
    tally.add_nodes(below.nodes);
    return true;
  }

 private:
  const RowEngine& engine_;
  const Problem problem_;
  const EngineOptions options_;
};

class PreparedRowEngine final : public PreparedEngine {
 public:
  PreparedRowEngine(const RowEngine& engine, const Problem& problem, const EngineOptions& options)
      : engine_(engine), problem_(problem), options_(options) {}

  std::unique_ptr<Worker> make_worker() const override {
    return std::make_unique<RowWorker>(engine_, problem_, options_);
  }

 private:
  const RowEngine& engine_;
  const Problem problem_;
  const EngineOptions options_;
};

}  // namespace

std::span<const std::string_view> RowEngine::decompositions() const {
  static constexpr std::array<std::string_view, 1> kNames = {"rows"};
  return kNames;
}

std::unique_ptr<PreparedEngine> RowEngine::prepare(const Problem& problem,
                                                   const EngineOptions& options) const {
  return std::make_unique<PreparedRowEngine>(*this, problem, options);
}

}  // namespace nqueens::counting
