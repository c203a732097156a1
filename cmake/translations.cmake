# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# The texts of the window in other languages, as a resource of the target. A file for each in resources/translations:
# made into .qm for Qt, and as it is for the engine's sentences (gui/language). Qt's own texts go along, so that no bundle
# or package needs them. docs/translating.md says how to add a language.
find_package(Qt6LinguistTools 6.4 QUIET)
if(NOT Qt6LinguistTools_FOUND)
  message(FATAL_ERROR "Qt's translation tools are missing: Debian's qt6-tools-dev and qt6-l10n-tools (scripts/setup.sh installs them)")
endif()

function(streamscope_translations target)
  get_target_property(qmake Qt6::qmake IMPORTED_LOCATION)
  execute_process(COMMAND ${qmake} -query QT_INSTALL_TRANSLATIONS OUTPUT_VARIABLE qt_translations
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/resources/translations/*.ts)
  set(files "")
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    set(compiled ${CMAKE_CURRENT_BINARY_DIR}/translations/${name}.qm)
    add_custom_command(OUTPUT ${compiled} DEPENDS ${source} VERBATIM
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/translations
      COMMAND Qt6::lrelease -silent ${source} -qm ${compiled})
    string(REPLACE streamscope qtbase qt_name ${name})
    set(qt_file ${qt_translations}/${qt_name}.qm)
    if(NOT EXISTS ${qt_file})
      message(FATAL_ERROR "Qt's own texts are missing: ${qt_file}, Debian's qt6-translations-l10n (scripts/setup.sh installs it)")
    endif()
    set_source_files_properties(${compiled} PROPERTIES QT_RESOURCE_ALIAS ${name}.qm)
    set_source_files_properties(${source} PROPERTIES QT_RESOURCE_ALIAS ${name}.ts)
    set_source_files_properties(${qt_file} PROPERTIES QT_RESOURCE_ALIAS ${qt_name}.qm)
    list(APPEND files ${compiled} ${source} ${qt_file})
  endforeach()
  qt_add_resources(${target} "translations" PREFIX "/translations" FILES ${files})
endfunction()
