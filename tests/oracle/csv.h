// Reads the tables under tests/data: comma-separated values, lines starting with "#" are comments.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace toroid::oracle {

// Rows of cells; empty if the file cannot be read.
inline std::vector<std::vector<std::string>> ReadCsv(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

// Reads a table of whole numbers.
inline std::vector<std::vector<int>> ReadNumbers(const std::string& path) {
  std::vector<std::vector<int>> rows;
  for (const auto& row : ReadCsv(path)) {
    rows.emplace_back();
    for (const auto& cell : row) rows.back().push_back(std::stoi(cell));
  }
  return rows;
}

}  // namespace toroid::oracle
