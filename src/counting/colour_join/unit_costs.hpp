#pragma once
namespace nqueens::counting::colour_join {
struct UnitCost { double counted = 0; double summed = 0; };
inline UnitCost unit_cost(int, int) { return {1, 1}; }
}
