# Uses ccache and mold when they are there. Both only save time; a compiler launcher or linker given
# by hand is left alone.
find_program(TOROID_CCACHE ccache)
if(TOROID_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TOROID_CCACHE})
endif()

include(CheckLinkerFlag)
if(NOT EMSCRIPTEN AND NOT "${CMAKE_EXE_LINKER_FLAGS}" MATCHES "-fuse-ld")
  check_linker_flag(CXX -fuse-ld=mold TOROID_HAS_MOLD)
  if(TOROID_HAS_MOLD)
    add_link_options(-fuse-ld=mold)
  endif()
endif()
