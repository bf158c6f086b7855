# What `make install` copies and `make package` packs. Everything finds its parts relative to the program
# (../share/xttt), so an installed tree can be moved.
include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME xttt)

install(TARGETS xttt_cli xttt_sandbox RUNTIME DESTINATION bin COMPONENT xttt)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
  DESTINATION share/doc/xttt COMPONENT xttt)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/examples DESTINATION share/doc/xttt COMPONENT xttt
  PATTERN __pycache__ EXCLUDE)
file(GLOB xttt_books ${CMAKE_SOURCE_DIR}/data/book-*.txt)
install(FILES ${xttt_books}
  DESTINATION share/xttt/books COMPONENT xttt)
install(FILES ${CMAKE_SOURCE_DIR}/packaging/xttt-serve.service ${CMAKE_SOURCE_DIR}/packaging/xttt-worker.service
  DESTINATION lib/systemd/system COMPONENT xttt)
# The services start the program that is installed with them. CPack installs below a folder of its own.
install(CODE "
  set(prefix \"\${CMAKE_INSTALL_PREFIX}\")
  cmake_path(ABSOLUTE_PATH prefix NORMALIZE)
  if(prefix MATCHES \"/_CPack_Packages/\")
    set(prefix /usr)
  endif()
  foreach(service serve worker)
    set(unit \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/systemd/system/xttt-\${service}.service\")
    file(READ \"\${unit}\" text)
    string(REPLACE ExecStart=/usr/bin/ \"ExecStart=\${prefix}/bin/\" text \"\${text}\")
    file(WRITE \"\${unit}\" \"\${text}\")
  endforeach()" COMPONENT xttt)

# Manual pages and completions come from the program's own definition of its command line.
set(generated ${CMAKE_BINARY_DIR}/generated)
add_custom_command(OUTPUT ${generated}/done
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${generated}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}
  COMMAND xttt_cli man --output ${generated}/man1
  COMMAND xttt_cli completions bash > ${generated}/xttt.bash
  COMMAND xttt_cli completions zsh > ${generated}/_xttt
  COMMAND xttt_cli completions fish > ${generated}/xttt.fish
  COMMAND ${CMAKE_COMMAND} -E touch ${generated}/done
  DEPENDS xttt_cli VERBATIM)
add_custom_target(xttt_generated DEPENDS ${generated}/done)
install(DIRECTORY ${generated}/man1 DESTINATION share/man COMPONENT xttt)
install(FILES ${generated}/xttt.bash DESTINATION share/bash-completion/completions RENAME xttt COMPONENT xttt)
install(FILES ${generated}/_xttt DESTINATION share/zsh/vendor-completions COMPONENT xttt)
install(FILES ${generated}/xttt.fish DESTINATION share/fish/vendor_completions.d COMPONENT xttt)

# Python finds the package beside the program through a path file.
install(FILES ${CMAKE_SOURCE_DIR}/packaging/xttt.pth DESTINATION lib/python3/dist-packages
  COMPONENT python3-xttt)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "xttt")
set(CPACK_PACKAGE_CONTACT "The xttt developers <xttt@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Extreme Tic-Tac-Toe: engine, referee, tournaments and web page")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL xttt)
if(TARGET xttt_python)
  list(APPEND CPACK_COMPONENTS_ALL python3-xttt)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_XTTT_PACKAGE_NAME xttt)
set(CPACK_DEBIAN_XTTT_PACKAGE_DEPENDS "bubblewrap, passwd, python3")
# Bots of `xttt new-bot` in Python, its default language, import the package.
set(CPACK_DEBIAN_XTTT_PACKAGE_RECOMMENDS "python3-xttt")
set(CPACK_DEBIAN_XTTT_PACKAGE_SUGGESTS "nats-server, curl")
set(CPACK_DEBIAN_XTTT_PACKAGE_CONTROL_EXTRA
  ${CMAKE_SOURCE_DIR}/packaging/postinst ${CMAKE_SOURCE_DIR}/packaging/prerm ${CMAKE_SOURCE_DIR}/packaging/postrm)
set(CPACK_DEBIAN_PYTHON3-XTTT_PACKAGE_NAME python3-xttt)
set(CPACK_DEBIAN_PYTHON3-XTTT_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON3-XTTT_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12), python3-numpy")
set(CPACK_DEBIAN_PYTHON3-XTTT_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/packaging/python3/prerm)
include(CPack)
