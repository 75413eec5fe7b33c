// Linked with main(), this makes the program start up to 64 threads, however few processors there
// are: for tests of kills and of memory.
#include "run/executor.hpp"

namespace {

const nqueens::run::PretendedProcessors pretended(64);

}  // namespace
