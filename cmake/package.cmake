# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# What `cmake --install` puts where, and how CPack wraps it. With STREAMSCOPE_PORTABLE the tree carries everything but the
# C library and the GPU driver, and starts from any folder (scripts/package.sh makes and checks the tarball).

install(TARGETS streamscope RUNTIME_DEPENDENCY_SET streamscope_dependencies RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(STREAMSCOPE_HAVE_CUDA)
  install(TARGETS streamscope_cuda RUNTIME_DEPENDENCY_SET streamscope_dependencies
    LIBRARY DESTINATION ${STREAMSCOPE_MODULE_DIR})
endif()
if(TARGET streamscope_record)
  install(TARGETS streamscope_record LIBRARY DESTINATION ${STREAMSCOPE_MODULE_DIR})
endif()
# For programs that control their own recording: docs/recording.md.
install(FILES resources/recorder/streamscope_record.h resources/recorder/streamscope_record.py
  DESTINATION ${CMAKE_INSTALL_DATADIR}/streamscope/recorder)

set(python_folder lib/python3/dist-packages) # Debian's, of all its versions of Python 3
if(STREAMSCOPE_PORTABLE)
  set(python_folder ${CMAKE_INSTALL_DATADIR}/streamscope/python)
endif()
install(DIRECTORY resources/python/ DESTINATION ${python_folder} FILES_MATCHING PATTERN "*.py")
install(PROGRAMS scripts/slurm-sweep.sh DESTINATION ${CMAKE_INSTALL_DATADIR}/streamscope) # docs/many-machines.md

# Man pages and completions come from the declarations, so the built program writes them.
install(CODE "
  set(pages \"${CMAKE_BINARY_DIR}/descriptions\")
  set(program \"$<TARGET_FILE:streamscope>\")
  execute_process(COMMAND \${program} describe man \${pages}/man1 COMMAND_ERROR_IS_FATAL ANY)
  foreach(shell IN ITEMS bash zsh fish)
    execute_process(COMMAND \${program} describe \${shell} OUTPUT_FILE \${pages}/\${shell} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()")
set(descriptions ${CMAKE_BINARY_DIR}/descriptions)
install(DIRECTORY ${descriptions}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${descriptions}/bash RENAME streamscope DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${descriptions}/zsh RENAME _streamscope DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${descriptions}/fish RENAME streamscope.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(application_id org.streamscope.StreamScope)
install(FILES resources/desktop/${application_id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES resources/desktop/${application_id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES resources/desktop/${application_id}.mime.xml RENAME ${application_id}.xml
  DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES resources/icons/streamscope.svg OPTIONAL RENAME ${application_id}.svg
  DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
# The manual that F1 opens.
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/manual FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg")
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES resources/fonts/DejaVuSans-LICENSE.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(nvidia_licence "")
if(STREAMSCOPE_HAVE_CUDA)
  # Opened at run time, so the dependency scan does not see it. NVIDIA's terms: unmodified, so no strip and no patchelf.
  # In a full toolkit the name is a link: the file behind it is what goes along. A bundle has it with its libraries, a
  # package of the system beside the module, where no other program finds it.
  find_file(STREAMSCOPE_CUPTI libcupti.so.13 NO_DEFAULT_PATH
    PATHS ${CUDAToolkit_LIBRARY_DIR} ${CUDAToolkit_BIN_DIR}/../extras/CUPTI/lib64)
  if(STREAMSCOPE_CUPTI)
    file(REAL_PATH ${STREAMSCOPE_CUPTI} cupti)
    set(cupti_folder ${STREAMSCOPE_MODULE_DIR})
    if(STREAMSCOPE_PORTABLE)
      set(cupti_folder lib)
    endif()
    install(FILES ${cupti} RENAME libcupti.so.13 DESTINATION ${cupti_folder})
  endif()
  file(GLOB nvidia_licence ${CUDAToolkit_BIN_DIR}/../EULA.txt
    ${CUDAToolkit_BIN_DIR}/../dist-info/nvidia_cuda_cupti-*/licenses/License.txt)
  if(nvidia_licence)
    list(GET nvidia_licence 0 nvidia_licence)
  endif()
endif()

if(STREAMSCOPE_PORTABLE)
  set_target_properties(streamscope PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
  # The Qt libraries and plugins inherit DT_RPATH; they would not inherit DT_RUNPATH, the default.
  target_link_options(streamscope PRIVATE LINKER:--disable-new-dtags)

  # Debian's find_package(Qt6) defines no targets for the plugins, so their files are imported.
  get_target_property(qmake Qt6::qmake IMPORTED_LOCATION)
  execute_process(COMMAND ${qmake} -query QT_INSTALL_PLUGINS OUTPUT_VARIABLE qt_plugins
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(needed_plugins
    platforms/qxcb platforms/qoffscreen platforms/qminimal xcbglintegrations/qxcb-glx-integration
    imageformats/qsvg iconengines/qsvgicon)
  set(wayland_plugins # Debian: qt6-wayland
    platforms/qwayland-generic wayland-shell-integration/xdg-shell wayland-decoration-client/bradient)
  foreach(plugin IN LISTS needed_plugins wayland_plugins)
    get_filename_component(folder ${plugin} DIRECTORY)
    get_filename_component(name ${plugin} NAME)
    set(file ${qt_plugins}/${folder}/lib${name}.so)
    if(plugin IN_LIST wayland_plugins AND NOT EXISTS ${file})
      message(STATUS "Bundle: no ${plugin} here; the bundle goes without it")
      continue()
    endif()
    add_library(bundled_${name} MODULE IMPORTED)
    set_target_properties(bundled_${name} PROPERTIES IMPORTED_LOCATION ${file})
    install(IMPORTED_RUNTIME_ARTIFACTS bundled_${name} RUNTIME_DEPENDENCY_SET streamscope_dependencies
      LIBRARY DESTINATION plugins/${folder})
  endforeach()

  # Left to the system: the C library family and the GPU driver. The GLVND dispatchers (libEGL, libGLX, libOpenGL) go
  # along, because libQt6Gui does not start without them.
  install(RUNTIME_DEPENDENCY_SET streamscope_dependencies
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|pthread|rt|resolv|util)\\.so" "^libcuda\\.so" "^libnvidia"
    LIBRARY DESTINATION lib)


  # Not beside the built program: Qt would read it there, and nothing would start from the build tree.
  file(CONFIGURE OUTPUT bundle/qt.conf CONTENT "[Paths]\nPrefix=..\nPlugins=plugins\nLibraries=lib\n")
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bundle/qt.conf DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES resources/bundle/fonts.conf DESTINATION ${CMAKE_INSTALL_DATADIR}/streamscope) # cli/common/bare_machine.cpp

  # Other people's libraries go with their licences. After the rules above: it looks at what they installed.
  install(CODE "
    set(documents \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/third-party\")
    set(tree \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
    set(qt_plugins \"${qt_plugins}\")
    set(nvidia_licence \"${nvidia_licence}\")
    include(\"${CMAKE_CURRENT_SOURCE_DIR}/cmake/third_party_licences.cmake\")")
endif()

set(CPACK_PACKAGE_NAME streamscope)
set(CPACK_PACKAGE_VENDOR StreamScope)
set(CPACK_PACKAGE_FILE_NAME streamscope-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON) # leaves what install(FILES) brings, so CUPTI, as it is
if(STREAMSCOPE_PORTABLE)
  set(CPACK_GENERATOR TGZ)
else()
  include(cmake/debian.cmake)
endif()
include(CPack)
