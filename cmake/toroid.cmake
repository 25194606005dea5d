# One static library per C++ folder: toroid_library(gen/plan DEPENDS gen/topology USES fmt::fmt).
# The target is the path with underscores; sources are the folder's *.cc files. COLD folders, in which
# no user waits for a loop, are compiled with -O1, which takes less time; for a page, whose users wait for
# what is loaded, with -Oz.
option(TOROID_WERROR "Treat warnings as errors" OFF)

function(toroid_target_name folder result)
  string(REPLACE "/" "_" name ${folder})
  set(${result} toroid_${name} PARENT_SCOPE)
endfunction()

# toroid_without(NAME_FOUND "NAME: what cannot be done without it")
function(toroid_without found what)
  if(NOT ${found})
    if(TOROID_COMPLETE)
      message(FATAL_ERROR "missing, ${what}; scripts/install-dependencies build installs it")
    endif()
    message(STATUS "built without ${what}")
  endif()
endfunction()

function(toroid_warnings target)
  # g++ 12 reports -Wrestrict for std::string's operator+
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  if(TOROID_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# The sources of a folder, without those of TOROID_LEFT_OUT (page/wasm/build.cmake). A file of
# TOROID_STAND_INS takes the place of the one of the same path.
function(toroid_sources folder result)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cc)
  if(TOROID_STAND_INS)
    file(GLOB stand_ins CONFIGURE_DEPENDS ${TOROID_STAND_INS}/${folder}/*.cc)
    foreach(stand_in IN LISTS stand_ins)
      cmake_path(GET stand_in FILENAME name)
      list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/${folder}/${name})
    endforeach()
    foreach(left_out IN LISTS TOROID_LEFT_OUT)
      list(FILTER sources EXCLUDE REGEX "^${CMAKE_SOURCE_DIR}/${left_out}")
    endforeach()
    list(APPEND sources ${stand_ins})
  endif()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

function(toroid_library folder)
  cmake_parse_arguments(arg "COLD" "" "DEPENDS;USES" ${ARGN})
  toroid_target_name(${folder} target)
  toroid_sources(${folder} sources)
  if(sources)
    add_library(${target} STATIC ${sources})
    toroid_warnings(${target})
    if(arg_COLD)
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:$<IF:$<BOOL:${EMSCRIPTEN}>,-Oz,-O1>>)
    endif()
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR})
  foreach(dependency IN LISTS arg_DEPENDS)
    toroid_target_name(${dependency} dependency_target)
    target_link_libraries(${target} ${scope} ${dependency_target})
  endforeach()
  target_link_libraries(${target} ${scope} ${arg_USES})
endfunction()

# The libraries of folders that a library is made of, itself among them.
function(toroid_parts target result)
  set(parts ${target} ${${result}})
  get_target_property(links ${target} LINK_LIBRARIES)
  list(FILTER links INCLUDE REGEX "^toroid_")
  foreach(link IN LISTS links)
    get_target_property(type ${link} TYPE)
    if(type STREQUAL "STATIC_LIBRARY" AND NOT link IN_LIST parts)
      set(${result} ${parts})
      toroid_parts(${link} ${result})
      set(parts ${${result}})
    endif()
  endforeach()
  set(${result} ${parts} PARENT_SCOPE)
endfunction()

# toroid_shared(NAME FOLDER): the executables of the build tree find FOLDER under share/toroid/NAME,
# as an installed one does.
function(toroid_shared name folder)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/toroid)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${CMAKE_BINARY_DIR}/share/toroid/${name} SYMBOLIC)
endfunction()

# toroid_source_definitions(tests/support/checkout.cc NAME="value" ...): macros of one source alone, so
# that a path of this checkout does not keep a compiler cache from serving its other sources.
function(toroid_source_definitions source)
  set_property(SOURCE ${CMAKE_SOURCE_DIR}/${source} APPEND PROPERTY COMPILE_DEFINITIONS ${ARGN})
endfunction()
