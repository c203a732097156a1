# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# The Debian package of a tree with prefix /usr (preset deb; scripts/package-deb.sh makes and checks it).
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "The StreamScope authors <streamscope@invalid>")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "desktop lab for CUDA streams")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Runs experiments with copies, kernels and streams on a GPU or on a simulated
 one, and shows on a timeline what each operation did, what it waited for, and
 what would help. Opens and records traces of other programs, replays them and
 predicts changes. Without a GPU it offers the simulated devices.")
# Libraries from the binaries; the plugins that draw icons and SVG are opened at run time.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6svg6")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, python3-pandas, slurm-client, bash-completion")

# What Debian's policy asks of documents: a copyright file, and changes and man pages that are packed without a date.
file(WRITE ${CMAKE_BINARY_DIR}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: StreamScope

Files: *
Copyright: 2026 The StreamScope authors
License: GPL-3+ with AdditionRef-StreamScope-CUDA-exception
 GPL-3.0-or-later (the text: /usr/share/common-licenses/GPL-3) with an additional permission to combine it with NVIDIA's
 CUDA runtime libraries: LICENSE in this folder.

Files: usr/lib/streamscope/libcupti.so.13
Copyright: NVIDIA Corporation
License: NVIDIA
 Distributed as it is under NVIDIA's terms: NVIDIA-CUPTI-LICENSE.txt in this folder.
")
install(FILES ${CMAKE_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES CHANGELOG.md RENAME changelog DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(CODE "
  set(tree \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  file(GLOB pages \"\${tree}/${CMAKE_INSTALL_MANDIR}/man1/*.1\")
  execute_process(COMMAND gzip -9nf \${pages} \"\${tree}/${CMAKE_INSTALL_DOCDIR}/changelog\" COMMAND_ERROR_IS_FATAL ANY)")
if(nvidia_licence)
  install(FILES ${nvidia_licence} RENAME NVIDIA-CUPTI-LICENSE.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
