# What an installation has besides the program: manual pages, completions, examples and documents;
# and the Debian package of it (make package).
add_executable(write_manuals packaging/write_manuals.cc)
toroid_warnings(write_manuals)
target_link_libraries(write_manuals PRIVATE toroid_gen_command_line)
set(manuals ${CMAKE_BINARY_DIR}/manuals)
add_custom_command(
  OUTPUT ${manuals}.stamp
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manuals}
  COMMAND write_manuals ${manuals}
  COMMAND sh -c "gzip -9n ${manuals}/man/man1/*.1"
  COMMAND sh -c "mkdir -p ${manuals}/doc/toroid && gzip -9nc ${CMAKE_SOURCE_DIR}/CHANGELOG.md \
                 >${manuals}/doc/toroid/changelog.gz"
  COMMAND ${CMAKE_COMMAND} -E touch ${manuals}.stamp
  DEPENDS write_manuals ${CMAKE_SOURCE_DIR}/CHANGELOG.md
  COMMENT "Writing manual pages and completions"
  VERBATIM)
add_custom_target(manuals DEPENDS ${manuals}.stamp)
add_dependencies(toroid manuals)

install(DIRECTORY ${manuals}/ DESTINATION share)
install(DIRECTORY examples docs DESTINATION share/doc/toroid)
install(DIRECTORY python/toroid DESTINATION lib/python3/dist-packages
        FILES_MATCHING PATTERN "*.py" PATTERN "py.typed")
install(FILES README.md packaging/copyright DESTINATION share/doc/toroid)

set(CPACK_GENERATOR DEB)
# Not component `ranks`, which would bring Open MPI to everybody.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};toroid;Unspecified;/")
set(CPACK_PACKAGE_NAME toroid)
# Whoever publishes a package answers for it.
set(TOROID_CONTACT "nobody in particular <nobody@toroid.invalid>"
    CACHE STRING "The package's maintainer: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${TOROID_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "torus and mesh networks as Verilog, model and simulation")
set(CPACK_PACKAGE_DESCRIPTION
    "toroid writes synthesizable Verilog for torus and mesh networks with AXI4-Stream
ports, lays hypercube and mesh programs onto them without conflicts, proves it,
and simulates the hardware cycle by cycle beside a reference model.")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
                                                GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What simulate calls; zlib is for --wave.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "verilator (>= 5.006), verilator (<< 6), g++, zlib1g-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "yosys (>= 0.23), node-d3, python3") # for --rtl lanes, --report, merge-coverage
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ccache, gtkwave, iverilog")
# and, for SystemC platforms that take the network as a module:
string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", cmake, pkg-config, libsystemc-dev, libfmt-dev, \
libtomlplusplus-dev, libxxhash-dev, libcadical-dev")
include(CPack)
