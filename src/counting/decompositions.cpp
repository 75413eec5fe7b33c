// The list of decompositions, a new one is one line here; and the limits that all of them keep.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "counting/colour_join/row_set_decomposition.hpp"
#include "counting/decomposition.hpp"
#include "counting/rows/row_decomposition.hpp"
#include "counting/side_columns/side_column_decomposition.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {

WideCount factorial(int n) {
  WideCount product = 1;
  for (int i = 2; i <= n; ++i) product *= static_cast<std::uint32_t>(i);
  return product;
}

void check_listing(std::size_t tasks, int depth, const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped("stopped: the plan was not made yet; nothing was done");
  if (tasks < kMaxTasks) return;
  throw InvalidArgument(fmt::format(
      "depth gives more than {} tasks: {}; take a smaller depth, or none for a good one", kMaxTasks,
      depth));
}

const std::vector<const Decomposition*>& all_decompositions() {
  static const std::vector<const Decomposition*> decompositions = {
      &row_decomposition(), &row_set_decomposition(), &side_column_decomposition()};
  return decompositions;
}

const Decomposition& find_decomposition(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Decomposition* decomposition : all_decompositions()) {
    if (decomposition->name() == name) return *decomposition;
    names.push_back(decomposition->name());
  }
  throw InvalidArgument(fmt::format("unknown decomposition: {}; one of {} is expected", name,
                                    fmt::join(names, ", ")));
}

}  // namespace nqueens::counting
