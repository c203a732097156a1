#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_tree.sh REPOSITORY: what can be checked of the tree without building it. Prints every fault; fails when there is one.
set -uo pipefail
cd "$1" || exit 2
faults=0
fault() {
    echo "FAIL: $*"
    faults=$((faults + 1))
}
folders=(engine kernels experiments gui cli cmake tests scripts .ci)

# Every source says its licence in the first line, after the interpreter line of a script.
spdx='SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception'
sources=0
while IFS= read -r file; do
    line=1
    [[ $(head -c 2 "$file") != '#!' ]] || line=2
    text=$(sed -n "${line}p" "$file")
    [[ ${text#// } == "$spdx" || ${text#\# } == "$spdx" ]] || fault "$file: line $line is not the SPDX line"
    sources=$((sources + 1))
done < <(for folder in "${folders[@]}"; do
    [[ ! -d $folder ]] || find "$folder" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \
        -o -name '*.cmake' -o -name 'CMakeLists.txt' -o -name '*.sh' -o -name '*.py' -o -path .ci/run \)
done | sort; echo CMakeLists.txt)
[[ $sources -ge 20 ]] || fault "only $sources sources were found: this test looks in the wrong place"

# Shell scripts parse and can be started; common.sh is only read by the others.
for script in scripts/*.sh tests/scripts/*.sh .ci/run; do
    bash -n "$script" || fault "$script: not valid bash"
    [[ -x $script || $script == scripts/common.sh || $script == tests/* ]] || fault "$script: not executable"
done

# A merge that was not finished.
git grep -nE "^(<<<<<<<|>>>>>>>) " 2>/dev/null && fault "conflict markers are left"

# Folders are rooms: data goes through them one way, and each holds at most 30 files.
includes=$(grep -rnoE '^#include "(engine|gui|cli|experiments|kernels)/[^"]+"' engine gui cli experiments kernels |
    sed -nE 's|^(.*)/[^/]+:[0-9]+:#include "(.*)/[^/]+"$|\1 \2|p' | awk '$1 != $2' | sort -u)
[[ $(wc -l <<<"$includes") -ge 50 ]] || fault "hardly any includes were found: this test looks in the wrong place"
loops=$(tsort <<<"$includes" 2>&1 >/dev/null) || fault "folders include each other in a circle: ${loops//$'\n'/ }"
while read -r files folder; do
    [[ $files -le 30 ]] || fault "$folder holds $files files; more than 30 are no room"
done < <(git ls-files engine gui cli experiments kernels | grep -E '\.(h|cpp|cu|cuh)$' | sed -E 's|/[^/]+$||' | sort | uniq -c)

# What needs the system itself says so in cmake/system.cmake; nothing else in engine/, experiments/ and gui/ does.
named=$(sed -nE 's/^ *((engine|gui)\/[a-z_/]+(\.cpp|\.h)?).*/\1/p' cmake/system.cmake)
for file in $named; do
    [[ -e $file ]] || fault "cmake/system.cmake: there is no $file"
done
found=$(grep -rlE '^#include <(unistd|sys/|fcntl|dlfcn|sched|pthread|spawn|poll|signal\.h|linux/|link|elf|termios|netinet|arpa)' \
    engine experiments gui | grep -vE '^engine/(recorder|executors/cuda)/')
[[ $(wc -l <<<"$found") -ge 15 ]] || fault "hardly any system headers were found: this test looks in the wrong place"
for file in $found; do
    grep -qxF "$file" <<<"$named" || fault "$file needs the system: cmake/system.cmake does not name it"
done

# Numbers in files never pass through the locale: engine/device/number_text.h makes text of fractions, std::from_chars
# reads them. A chart's axis labels are for the screen alone, and code that we write for others prints where it runs.
while IFS= read -r line; do
    fault "the locale decides about this number: $line"
done < <(grep -rnE '"[^"]*%[-+#0-9.*]*l?[aefgAEFG]|\b(strto(d|f|ld)|sto(d|f|ld)|atof|setprecision|setlocale|locale::global)\b' \
    --include='*.cpp' --include='*.h' --include='*.cu' engine kernels experiments gui cli |
    grep -vE '^engine/codegen/|%globaltimer|setLabelFormat|: *///?')

# Files are written by OutputFile, which leaves the old one or the new one, and by few that say what they leave: the rows of a
# sweep, the recorder, the kept ranks (QSaveFile) and settings (QSettings). tst_crashes and tst_window_crashes kill each.
while IFS= read -r line; do
    fault "a file is not written by OutputFile: $line"
done < <(grep -rnE 'O_(WRONLY|RDWR|CREAT|TRUNC)|QSaveFile [a-z]|QTemporaryFile|QSettings [a-z]|\bfopen\b|std::(o|)fstream|QFile.*WriteOnly' \
    --include='*.cpp' --include='*.h' engine gui cli |
    grep -vE '^(engine/formats/io/output_file|engine/formats/files/sweep_journal|engine/recorder/recording_file|engine/run/record/recording_folder|engine/ranks/rank_cache|gui/workspace/settings)\.cpp:' |
    grep -vE '/dev/null|/proc/self/oom_score_adj|const QSettings|: *///?')

# A module that lies in the current folder is not read: -I, where Python gets its program otherwise than as a file.
grep -nE 'python3 (-c|- |-$)' scripts/*.sh && fault "python3 without -I reads modules of the current folder"

# The licence: the notice, the permission with the four libraries, and the whole GPL.
licence=$(tr -s ' \n' ' ' <LICENSE)
for text in 'either version 3 of the License, or (at your option) any later version' 'StreamScope-CUDA-exception' \
    'Additional permission under GNU GPL version 3 section 7' cudart CUPTI NVML NCCL 'GPL-3.0-only' \
    'GNU GENERAL PUBLIC LICENSE Version 3, 29 June 2007' '7. Additional Terms.' '17. Interpretation of Sections 15 and 16.' \
    'END OF TERMS AND CONDITIONS'; do
    [[ $licence == *"$text"* ]] || fault "LICENSE: lacks '$text'"
done
[[ -s resources/fonts/DejaVuSans-LICENSE.txt ]] || fault "the font's licence is missing"

# Desktop integration, as far as the checkers are here.
for file in resources/desktop/*.desktop; do
    id=$(basename "$file" .desktop)
    grep -qx "Icon=$id" "$file" || fault "$file: its icon is installed as $id"
    grep -q "<id>$id</id>" "resources/desktop/$id.metainfo.xml" || fault "$file: no metainfo with the id $id"
    ! command -v desktop-file-validate >/dev/null || desktop-file-validate "$file" || fault "$file: not valid"
done
version=$(sed -n 's/^project(streamscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
for file in resources/desktop/*.metainfo.xml; do
    grep -q "<release version=\"$version\"" "$file" || fault "$file: no release $version"
    ! command -v appstreamcli >/dev/null || appstreamcli validate --no-net "$file" || fault "$file: not valid"
done

[[ $faults -eq 0 ]] || exit 1
echo "$sources sources, scripts, licence and desktop files are in order"
