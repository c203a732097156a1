# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Run while the bundle is installed. For every shared library in `tree` it finds the Debian package that it came from and
# copies that package's copyright file to `documents`, with a list of packages and versions: what somebody needs who asks
# for the sources. Not on Debian: the list says so. In: tree, documents, qt_plugins, nvidia_licence (a file, or empty).
file(MAKE_DIRECTORY "${documents}")
file(GLOB_RECURSE libraries "${tree}/lib/*.so*" "${tree}/plugins/*.so")
set(patterns "")
foreach(library IN LISTS libraries)
  get_filename_component(name "${library}" NAME)
  if(NOT IS_SYMLINK "${library}" AND NOT name MATCHES "^lib(streamscope_cuda|cupti)\\.so")
    list(APPEND patterns "*/${name}")
  endif()
endforeach()

find_program(DPKG_QUERY dpkg-query)
set(list "")
if(DPKG_QUERY)
  execute_process(COMMAND ${DPKG_QUERY} -S ${patterns} OUTPUT_VARIABLE owners ERROR_QUIET)
  string(REGEX MATCHALL "[^\n]+" owners "${owners}")
  set(packages "")
  foreach(owner IN LISTS owners)
    if(owner MATCHES "^([^ ]+): (/usr)?(/lib/[^ ]*)$")
      set(package "${CMAKE_MATCH_1}")
      set(path "${CMAKE_MATCH_3}")
      # The same file name may also stand in another package's private folder.
      get_filename_component(folder "${path}" DIRECTORY)
      string(FIND "/usr${path}" "${qt_plugins}/" at)
      if(at EQUAL 0 OR folder MATCHES "^/lib/[^/]+-linux-gnu$")
        list(APPEND packages "${package}")
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES packages)
  list(SORT packages)
  foreach(package IN LISTS packages)
    string(REGEX REPLACE ":.*" "" plain "${package}")
    execute_process(COMMAND ${DPKG_QUERY} -W -f "\${source:Package} \${source:Version}" "${package}" OUTPUT_VARIABLE source)
    file(REAL_PATH "/usr/share/doc/${plain}/copyright" copyright)
    if(EXISTS "${copyright}")
      configure_file("${copyright}" "${documents}/${plain}.copyright" COPYONLY)
    else()
      message(WARNING "no copyright file for ${plain}")
    endif()
    string(APPEND list "${plain}, source package ${source}\n")
  endforeach()
else()
  set(list "(not built on Debian: the packages are not known)\n")
endif()

# Linked statically, so no file of its own is here.
if(EXISTS /usr/share/doc/libzstd-dev/copyright)
  configure_file(/usr/share/doc/libzstd-dev/copyright "${documents}/libzstd.copyright" COPYONLY)
endif()
if(nvidia_licence)
  configure_file("${nvidia_licence}" "${documents}/NVIDIA-CUDA-EULA.txt" COPYONLY)
endif()
file(WRITE "${documents}/README.txt"
"The folders lib/ and plugins/ hold libraries by other people, unchanged from these Debian packages. Each has its own
licence, in the file PACKAGE.copyright beside this one; Debian publishes the sources under the source package's name and version.

${list}
The program and the recorder hold Zstandard by Meta Platforms under its BSD licence (libzstd.copyright where Debian's package had it).

lib/streamscope/libstreamscope_cuda.so, where it is present, holds NVIDIA's static CUDA runtime, and lib/libcupti.so.13 is NVIDIA's,
unmodified. Both are under the CUDA Toolkit's End User License Agreement (NVIDIA-CUDA-EULA.txt where the toolkit had it;
https://docs.nvidia.com/cuda/eula/). LICENSE one folder up says how they go together with StreamScope.
")
