// The machine and the build, as `nqueens info` shows them; cli/JSON.md lists the members.
#pragma once

#include "nqueens/fields.hpp"

namespace nqueens::run {

Fields machine();
Fields build();

}  // namespace nqueens::run
