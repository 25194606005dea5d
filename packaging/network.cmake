# What users' SystemC platforms take the network from: a library, its headers, and the package that
# find_package(toroid) finds. The library holds all of toroid that a network is made of; what that
# needs of others is found by the package, and SystemC is in the headers alone.
include(CMakePackageConfigHelpers)

toroid_parts(toroid_sim_platform parts)
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
add_library(toroid_network STATIC ${objects})
target_link_libraries(toroid_network INTERFACE $<INSTALL_INTERFACE:toroid::needs>)
target_include_directories(toroid_network INTERFACE $<INSTALL_INTERFACE:include>)
target_compile_features(toroid_network INTERFACE cxx_std_17)
set_target_properties(toroid_network PROPERTIES EXPORT_NAME network)
# `--target toroid` makes all that is installed.
add_dependencies(toroid toroid_network)

set(package ${CMAKE_BINARY_DIR}/cmake)
configure_package_config_file(packaging/toroidConfig.cmake.in ${package}/toroidConfig.cmake
                              INSTALL_DESTINATION lib/cmake/toroid
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${package}/toroidConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(TARGETS toroid_network EXPORT toroidTargets ARCHIVE DESTINATION lib)
install(EXPORT toroidTargets NAMESPACE toroid:: DESTINATION lib/cmake/toroid)
install(FILES ${package}/toroidConfig.cmake ${package}/toroidConfigVersion.cmake
        DESTINATION lib/cmake/toroid)
install(DIRECTORY sim/platform/include/toroid DESTINATION include)
