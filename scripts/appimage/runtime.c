/* SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception */
/* The head of an AppImage (type 2): the program in front of a squashfs image, one file together. It mounts the image through
   FUSE, or, where that is not possible, unpacks it, into a private folder below TMPDIR, and becomes the AppRun in it. A helper
   process keeps the folder for as long as the program or one of its descendants lives, and removes it then: it waits for the
   end of a pipe whose other end they all inherit. So the program has the process number, the signals and the exit code of
   what the user started.

   Static, because it starts before any library of the image is there. scripts/package-appimage.sh builds it. */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 32
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <squashfuse/ll.h>

sqfs_ll *sqfs_ll_open(const char *path, size_t offset); /* in the library, in no header */

enum { cannot_start = 127, copy_bytes = 1 << 17 };

static const char *self_name = "AppImage";

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "%s: ", self_name);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

/* The image begins where this program ends. Returns 0 for a file that is no ELF file. */
static size_t image_offset(const char *self)
{
    Elf64_Ehdr header;
    const int file = open(self, O_RDONLY | O_CLOEXEC);
    const bool whole = file >= 0 && read(file, &header, sizeof header) == sizeof header
                       && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
    if (file >= 0)
        close(file);
    return whole ? header.e_shoff + (size_t)header.e_shentsize * header.e_shnum : 0;
}

/* ---- unpacking ---------------------------------------------------------------------------------------------------------- */

static bool unpack_file(sqfs *fs, sqfs_inode *inode, const char *path)
{
    static char bytes[copy_bytes];
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, inode->base.mode & 0755);
    if (file < 0)
        return false;
    bool good = true;
    for (sqfs_off_t at = 0; good && (uint64_t)at < inode->xtra.reg.file_size;) {
        sqfs_off_t size = sizeof bytes;
        good = sqfs_read_range(fs, inode, at, &size, bytes) == SQFS_OK && size > 0;
        for (sqfs_off_t done = 0; good && done < size;) {
            const ssize_t written = write(file, bytes + done, (size_t)(size - done));
            good = written > 0 || (written < 0 && errno == EINTR);
            done += written > 0 ? written : 0;
        }
        at += size;
    }
    return close(file) == 0 && good;
}

static bool unpack_link(sqfs *fs, sqfs_inode *inode, const char *path)
{
    char target[PATH_MAX];
    size_t size = sizeof target;
    return sqfs_readlink(fs, inode, target, &size) == SQFS_OK && symlink(target, path) == 0;
}

static bool unpack_entry(sqfs *fs, sqfs_traverse *at, const char *folder)
{
    char path[PATH_MAX];
    sqfs_inode inode;
    if (snprintf(path, sizeof path, "%s/%s", folder, at->path) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (sqfs_inode_get(fs, &inode, sqfs_dentry_inode(&at->entry)) != SQFS_OK)
        return false;
    if (S_ISDIR(inode.base.mode))
        return mkdir(path, 0755) == 0;
    return S_ISLNK(inode.base.mode) ? unpack_link(fs, &inode, path) : unpack_file(fs, &inode, path);
}

/* Into a folder that is there and empty. Says what fails. */
static bool unpack(const char *self, size_t offset, const char *folder)
{
    sqfs fs;
    sqfs_traverse at;
    sqfs_err error = SQFS_OK;
    if (sqfs_open_image(&fs, self, offset) != SQFS_OK || sqfs_traverse_open(&at, &fs, sqfs_inode_root(&fs)) != SQFS_OK) {
        say("there is no whole image in this file");
        return false;
    }
    errno = 0;
    while (sqfs_traverse_next(&at, &error))
        if (!at.dir_end && !unpack_entry(&fs, &at, folder)) {
            say("%s/%s cannot be unpacked: %s", folder, at.path, errno ? strerror(errno) : "the image is damaged");
            return false;
        }
    if (error != SQFS_OK)
        say("the image is damaged");
    sqfs_traverse_close(&at);
    sqfs_fd_close(fs.fd);
    return error == SQFS_OK;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status, (void)type, (void)where;
    remove(path);
    return 0;
}

static void remove_folder(const char *folder)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* ---- the helper process ------------------------------------------------------------------------------------------------- */

/* Ends never by a signal of the terminal, and holds none of its caller's files: who reads our output waits for its end. */
static void leave_the_caller(int keep_a, int keep_b)
{
    setsid();
    const int nothing = open("/dev/null", O_RDWR);
    for (int standard = 0; standard < 3; ++standard)
        dup2(nothing, standard);
    for (int other = 3; other < 1024; ++other)
        if (other != keep_a && other != keep_b)
            close(other);
    for (int number = 1; number < NSIG; ++number)
        if (number != SIGCHLD)
            signal(number, SIG_IGN);
    if (chdir("/") != 0)
        _exit(1);
}

static void wait_for_end(int alive)
{
    char byte;
    while (read(alive, &byte, 1) < 0 && errno == EINTR)
        ;
}

/* Serves the mounted image until the pipe ends. */
static void serve(sqfs_ll_chan *channel, int alive)
{
    struct fuse_buf buffer = {0};
    struct pollfd both[2] = {{fuse_session_fd(channel->session), POLLIN, 0}, {alive, 0, 0}};
    while (!fuse_session_exited(channel->session)) {
        if (poll(both, 2, -1) < 0 && errno != EINTR)
            break;
        if (both[1].revents != 0)
            break;
        if (both[0].revents == 0)
            continue;
        const int got = fuse_session_receive_buf(channel->session, &buffer);
        if (got > 0)
            fuse_session_process_buf(channel->session, &buffer);
        else if (got != -EINTR && got != -EAGAIN)
            break;
    }
}

/* Says on `ready` whether the image is mounted. */
static void mount_and_serve(const char *self, size_t offset, const char *folder, int alive, int ready)
{
    struct fuse_lowlevel_ops calls = {.getattr = sqfs_ll_op_getattr, .opendir = sqfs_ll_op_opendir,
                                      .releasedir = sqfs_ll_op_releasedir, .readdir = sqfs_ll_op_readdir,
                                      .lookup = sqfs_ll_op_lookup, .open = sqfs_ll_op_open, .create = sqfs_ll_op_create,
                                      .release = sqfs_ll_op_release, .read = sqfs_ll_op_read,
                                      .readlink = sqfs_ll_op_readlink, .listxattr = sqfs_ll_op_listxattr,
                                      .getxattr = sqfs_ll_op_getxattr, .forget = sqfs_ll_op_forget,
                                      .statfs = stfs_ll_op_statfs};
    char options[] = "ro,nosuid,nodev,subtype=streamscope", name[] = "streamscope", flag[] = "-o";
    char *words[] = {name, flag, options, NULL};
    struct fuse_args arguments = FUSE_ARGS_INIT(3, words);
    sqfs_ll_chan channel = {0};
    sqfs_ll *image = sqfs_ll_open(self, offset);
    signal(SIGCHLD, SIG_DFL); /* libfuse waits for fusermount3 */
    if (image && sqfs_ll_mount(&channel, folder, &arguments, &calls, sizeof calls, image) == SQFS_OK) {
        if (write(ready, "m", 1) == 1) {
            close(ready);
            serve(&channel, alive);
        }
        sqfs_ll_unmount(&channel, folder);
    }
    rmdir(folder);
}

enum door { door_mount, door_unpack };

/* Starts the helper, as nobody's child. Returns the end of the pipe that the program and its descendants are to hold, or −1
   where the image cannot be mounted. */
static int start_helper(const char *self, size_t offset, const char *folder, enum door door)
{
    int alive[2], ready[2];
    char answer = 0;
    if (pipe(alive) != 0 || pipe(ready) != 0)
        return -1;
    const pid_t child = fork();
    if (child == 0) {
        if (fork() != 0)
            _exit(0);
        close(alive[1]);
        close(ready[0]);
        leave_the_caller(alive[0], ready[1]);
        if (door == door_mount) {
            mount_and_serve(self, offset, folder, alive[0], ready[1]);
        } else {
            close(ready[1]);
            wait_for_end(alive[0]);
            remove_folder(folder);
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
    close(alive[0]);
    close(ready[1]);
    const bool good = child > 0 && (door == door_unpack || read(ready[0], &answer, 1) == 1);
    close(ready[0]);
    if (good)
        return alive[1];
    close(alive[1]);
    return -1;
}

/* ---- the door ----------------------------------------------------------------------------------------------------------- */

static bool make_folder(char *path, size_t size, const char *what)
{
    const char *place = getenv("TMPDIR");
    snprintf(path, size, "%s/.%s_streamscope_XXXXXX", place && *place ? place : "/tmp", what);
    if (mkdtemp(path))
        return true;
    say("%s cannot be made: %s", path, strerror(errno));
    return false;
}

static bool may_mount(void)
{
    const char *no = getenv("APPIMAGE_EXTRACT_AND_RUN");
    return !(no && *no) && access("/dev/fuse", R_OK | W_OK) == 0;
}

static int become(const char *folder, const char *self, char **words)
{
    char program[PATH_MAX], here[PATH_MAX];
    snprintf(program, sizeof program, "%s/AppRun", folder);
    setenv("APPIMAGE", self, 1);
    setenv("APPDIR", folder, 1);
    setenv("ARGV0", words[0], 1);
    if (getcwd(here, sizeof here))
        setenv("OWD", here, 1);
    execv(program, words);
    say("%s cannot be started: %s", program, strerror(errno));
    return cannot_start;
}

static int run(const char *self, size_t offset, bool mounts, char **words)
{
    char folder[PATH_MAX];
    if (mounts && make_folder(folder, sizeof folder, "mount")) {
        if (start_helper(self, offset, folder, door_mount) >= 0)
            return become(folder, self, words);
        rmdir(folder); /* no fusermount3, or FUSE is not allowed here */
    }
    if (!make_folder(folder, sizeof folder, "unpacked"))
        return cannot_start;
    /* The helper first: whatever ends us while we unpack, the folder goes. */
    if (start_helper(self, offset, folder, door_unpack) < 0 || !unpack(self, offset, folder))
        return cannot_start;
    return become(folder, self, words);
}

static int unpack_here(const char *self, size_t offset)
{
    if (mkdir("squashfs-root", 0755) != 0) {
        say("squashfs-root cannot be made: %s", strerror(errno));
        return 1;
    }
    return unpack(self, offset, "squashfs-root") ? 0 : 1;
}

/* Mounts, says where, and stays until it is ended. */
static int mount_only(const char *self, size_t offset)
{
    char folder[PATH_MAX];
    if (!make_folder(folder, sizeof folder, "mount"))
        return 1;
    if (start_helper(self, offset, folder, door_mount) < 0) {
        rmdir(folder);
        say("FUSE is not to be had here: use --appimage-extract");
        return 1;
    }
    puts(folder);
    fflush(stdout);
    pause();
    return 0;
}

static const char *const help =
    "--appimage-extract           unpacks this file into ./squashfs-root\n"
    "--appimage-extract-and-run   without FUSE; so does APPIMAGE_EXTRACT_AND_RUN=1\n"
    "--appimage-mount             mounts this file, says where, and waits\n"
    "--appimage-offset            where in this file the squashfs begins\n";

int main(int argc, char **argv)
{
    static char self[PATH_MAX];
    const ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    const size_t offset = size > 0 ? image_offset(self) : 0;
    if (argc > 0)
        self_name = argv[0];
    if (offset == 0) {
        say("/proc/self/exe cannot be read");
        return cannot_start;
    }
    const char *word = argc > 1 ? argv[1] : "";
    if (strcmp(word, "--appimage-help") == 0)
        return fputs(help, stdout) < 0;
    if (strcmp(word, "--appimage-offset") == 0)
        return printf("%zu\n", offset) < 0;
    if (strcmp(word, "--appimage-extract") == 0)
        return unpack_here(self, offset);
    if (strcmp(word, "--appimage-mount") == 0)
        return mount_only(self, offset);
    if (strcmp(word, "--appimage-extract-and-run") == 0) {
        argv[1] = argv[0];
        return run(self, offset, false, argv + 1);
    }
    return run(self, offset, may_mount(), argv);
}
