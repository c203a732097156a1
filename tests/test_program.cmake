# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Writes the source of one program of several tests: cmake -D output=F -D sources=A;B -P test_program.cmake
# Each test is included in a namespace of its own, behind the headers of all, which are guarded and so open only once.
# The program is each of its tests, by the name it is started with.
set(headers "")
set(tests "")
set(calls "")
foreach(source IN LISTS sources)
  get_filename_component(name ${source} NAME_WE)
  file(STRINGS ${source} included REGEX "^#include .*[>h]")
  list(APPEND headers ${included})
  string(APPEND tests "\nnamespace ${name} {\n#include \"${source}\"\n}\n")
  string(APPEND calls "    if (name == \"${name}\")\n        return ${name}::main(argc, argv);\n")
endforeach()
list(FILTER headers EXCLUDE REGEX "\\.moc\"")
list(REMOVE_DUPLICATES headers)
list(JOIN headers "\n" headers)
file(WRITE ${output} "${headers}
#include <cstdio>
#include <string_view>
${tests}
int main(int argc, char *argv[])
{
    std::string_view name = argv[0];
    name.remove_prefix(name.find_last_of('/') + 1);
${calls}    std::fprintf(stderr, \"%s is several tests: start it by the name of one of them\\n\", argv[0]);
    return 2;
}
")
