# libtoroid: the functions of toroid.h as a shared library, which needs nothing of a user's machine but
# itself, with a CMake target (toroid::toroid) and a file for pkg-config.
toroid_parts(toroid_sim_library parts)
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
add_library(libtoroid SHARED ${objects})
target_link_libraries(libtoroid PRIVATE toroid_sim_library)
target_include_directories(libtoroid INTERFACE
                           $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/sim/library/include>
                           $<INSTALL_INTERFACE:include>)
# Symbols have the version in which they came, so that a program that needs newer ones says so.
set(symbols ${CMAKE_SOURCE_DIR}/packaging/libtoroid.map)
target_link_options(libtoroid PRIVATE -Wl,--version-script=${symbols})
set_target_properties(libtoroid PROPERTIES
  OUTPUT_NAME toroid EXPORT_NAME toroid VERSION ${PROJECT_VERSION} SOVERSION 0
  LINK_DEPENDS ${symbols} LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
add_dependencies(toroid libtoroid)

configure_file(packaging/toroid.pc.in ${CMAKE_BINARY_DIR}/toroid.pc @ONLY)
install(TARGETS libtoroid EXPORT toroidLibrary LIBRARY DESTINATION lib)
install(EXPORT toroidLibrary NAMESPACE toroid:: DESTINATION lib/cmake/toroid)
install(FILES sim/library/include/toroid.h DESTINATION include)
install(FILES ${CMAKE_BINARY_DIR}/toroid.pc DESTINATION lib/pkgconfig)
