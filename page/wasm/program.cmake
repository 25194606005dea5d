# The page's program: toroid.js and toroid.wasm, what an installed toroid has in share/toroid as one file,
# and what runs a command line (run.js), in the folder html.
set(html ${CMAKE_BINARY_DIR}/html)
set_target_properties(toroid PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${html} SUFFIX .js)
target_link_options(toroid PRIVATE
  -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createToroid -sENVIRONMENT=web
  -sFORCE_FILESYSTEM -sEXPORTED_RUNTIME_METHODS=FS,ENV,callMain -sINVOKE_RUN=0
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=8MB)

# Debian's emscripten calls modules of Node.js of Debian's; other Node.js do not look for them there.
set_property(TARGET toroid PROPERTY RULE_LAUNCH_LINK
             "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")

find_file(D3 d3.min.js PATHS /usr/share/nodejs/d3/dist REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_program(NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
file(GLOB_RECURSE templates CONFIGURE_DEPENDS rtl_templates/lib/* rtl_templates/bench/* rtl_templates/top/*)
file(GLOB shared CONFIGURE_DEPENDS docs/spec/*.md docs/json/schema.json report/*)
add_custom_command(
  OUTPUT ${html}/share.json
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/page/wasm/pack.mjs ${html}/share.json
          rtl_templates=rtl_templates/lib rtl_templates=rtl_templates/bench
          rtl_templates=rtl_templates/top rules=docs/spec json=docs/json/schema.json report=report report=${D3}
  DEPENDS ${templates} ${shared} ${D3} page/wasm/pack.mjs
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)

# What a browser reads besides: the page, which looks like reports, and the files of its examples.
set(parts page/*.html page/*.css page/*.js page/*.svg page/wasm/run.js report/page.css report/base.js)
file(GLOB parts CONFIGURE_DEPENDS ${parts})
file(GLOB examples CONFIGURE_DEPENDS page/examples/* examples/*.toml)
set(copies)
foreach(part IN LISTS parts examples)
  cmake_path(GET part FILENAME copy)
  if(part IN_LIST examples)
    string(PREPEND copy examples/)
  endif()
  add_custom_command(OUTPUT ${html}/${copy} COMMAND ${CMAKE_COMMAND} -E copy ${part} ${html}/${copy}
                     DEPENDS ${part} VERBATIM)
  list(APPEND copies ${html}/${copy})
endforeach()
add_custom_target(page ALL DEPENDS toroid ${html}/share.json ${copies})
