# What the WebAssembly build has in place of what a browser lacks (docs/decisions/14-webassembly.md). CMakeLists.txt includes
# this instead of looking for libraries; toroid_library (cmake/toroid.cmake) uses the two lists.
#
# A source of this folder takes the place of the one of the same path in the repository. Those of
# TOROID_LEFT_OUT are not compiled.
set(TOROID_STAND_INS ${CMAKE_CURRENT_LIST_DIR})
set(TOROID_LEFT_OUT gen/support/process.cc sim/lanes/ sim/dut/ sim/axi/ sim/proof/
    sim/hardware/)

# Libraries of the system that are used as headers. Links to them alone: the folder that they are in has
# the system's C library too.
set(headers ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(header fmt/core.h nlohmann/json.hpp toml++/toml.h xxhash.h)
  find_path(folder_of_${header} ${header} PATHS /usr/include REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  string(REGEX REPLACE "/.*" "" name ${header})
  file(CREATE_LINK ${folder_of_${header}}/${name} ${headers}/${name} SYMBOLIC)
endforeach()

# toroid_headers(TARGET [DEFINITION...])
function(toroid_headers target)
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} INTERFACE ${headers})
  target_compile_definitions(${target} INTERFACE ${ARGN})
endfunction()
toroid_headers(fmt::fmt FMT_HEADER_ONLY)
toroid_headers(nlohmann_json::nlohmann_json)
toroid_headers(tomlplusplus::tomlplusplus)
toroid_headers(PkgConfig::xxhash XXH_INLINE_ALL)
toroid_headers(PkgConfig::systemc)
add_library(Threads::Threads INTERFACE IMPORTED)

# What a build can do without, and tests, which run toroid.js from outside.
foreach(package pugixml Protobuf GTest)
  set(CMAKE_DISABLE_FIND_PACKAGE_${package} ON)
endforeach()

# The standard's algorithms of ranges and the part of SystemC that is used.
include_directories(BEFORE SYSTEM ${CMAKE_CURRENT_LIST_DIR}/headers)

set(CMAKE_POSITION_INDEPENDENT_CODE OFF)

# Without instructions for 128 bits the model takes several times as long.
add_compile_options(-fwasm-exceptions -msimd128)
add_link_options(-fwasm-exceptions)
