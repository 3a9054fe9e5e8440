package io.gpuaas.agent.host;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The calls of the C library that work on an open folder instead of on a path. Java's own SecureDirectoryStream opens
 * without O_DIRECTORY, so a folder exchanged for a FIFO would block it for ever. Each call leaves its error in the state
 * it is given, which belongs to one thread at a time.
 */
final class Posix {

    static final int ENOENT = 2;
    static final int EACCES = 13;
    static final int EBUSY = 16;
    static final int ENOTDIR = 20;
    static final int EISDIR = 21;
    static final int EPERM = 1;
    static final int ENOTEMPTY = 39;
    static final int ELOOP = 40;
    static final int ENOTCONN = 107;

    static final int AT_REMOVEDIR = 0x200;
    static final int AT_SYMLINK_NOFOLLOW = 0x100;
    static final int AT_EMPTY_PATH = 0x1000;
    static final int AT_FDCWD = -100;

    static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();

    private static final int AT_NO_AUTOMOUNT = 0x800;
    private static final int AT_STATX_DONT_SYNC = 0x4000;
    private static final int MNT_FORCE = 1;
    private static final int MNT_DETACH = 2;
    private static final int O_NONBLOCK = 0x800;
    private static final int O_CLOEXEC = 0x80000;
    private static final int O_PATH = 0x200000;
    private static final boolean IS_ARM = System.getProperty("os.arch").equals("aarch64");
    private static final int O_DIRECTORY = IS_ARM ? 0x4000 : 0x10000;
    private static final int O_NOFOLLOW = IS_ARM ? 0x8000 : 0x20000;
    private static final long SYS_GETDENTS64 = IS_ARM ? 61 : 217;
    private static final int STATX_BASIC = 0x7ff;
    private static final long FS_IOC_GETFLAGS = 0x80086601L;
    private static final long FS_IOC_SETFLAGS = 0x40086602L;
    private static final int FS_IMMUTABLE_OR_APPEND = 0x30;

    /** A folder as such, nothing a name stands for. */
    static final int FOLDER = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;

    /** A folder of the system, which only root can exchange. */
    static final int SYSTEM_FOLDER = O_DIRECTORY | O_CLOEXEC | O_NONBLOCK;

    static final int REGULAR_FILE = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;

    /** Only to ask about and to change the owner: nothing is opened. */
    static final int INODE = O_PATH | O_NOFOLLOW | O_CLOEXEC;

    /** The same for folders only. */
    static final int FOLDER_INODE = INODE | O_DIRECTORY;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final MemoryLayout POINTER = ValueLayout.ADDRESS;
    private static final VarHandle ERRNO = CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final Linker.Option STATE = Linker.Option.captureCallState("errno");

    private static final MethodHandle OPENAT =
            function("openat", FunctionDescriptor.of(INT, INT, POINTER, INT), STATE, Linker.Option.firstVariadicArg(3));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(INT, INT), STATE);
    private static final MethodHandle UNLINKAT =
            function("unlinkat", FunctionDescriptor.of(INT, INT, POINTER, INT), STATE);
    private static final MethodHandle STATX =
            function("statx", FunctionDescriptor.of(INT, INT, POINTER, INT, INT, POINTER), STATE);
    private static final MethodHandle FCHMOD = function("fchmod", FunctionDescriptor.of(INT, INT, INT), STATE);
    private static final MethodHandle FCHOWNAT =
            function("fchownat", FunctionDescriptor.of(INT, INT, POINTER, INT, INT, INT), STATE);
    private static final MethodHandle GETDENTS = function(
            "syscall", FunctionDescriptor.of(LONG, LONG, INT, POINTER, LONG), STATE, Linker.Option.firstVariadicArg(1));
    private static final MethodHandle UMOUNT = function("umount2", FunctionDescriptor.of(INT, POINTER, INT), STATE);
    private static final MethodHandle IOCTL =
            function("ioctl", FunctionDescriptor.of(INT, INT, LONG, POINTER), STATE, Linker.Option.firstVariadicArg(2));

    private Posix() {}

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor shape, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), shape, options);
    }

    static int errno(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }

    static IOException failure(String what, MemorySegment state) {
        return new IOException(what + " failed with error " + errno(state));
    }

    static int open(MemorySegment state, int folder, MemorySegment name, int flags) {
        try {
            return (int) OPENAT.invokeExact(state, folder, name, flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int close(MemorySegment state, int handle) {
        try {
            return (int) CLOSE.invokeExact(state, handle);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int unlink(MemorySegment state, int folder, MemorySegment name, int flags) {
        try {
            return (int) UNLINKAT.invokeExact(state, folder, name, flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int stat(MemorySegment state, int folder, MemorySegment name, int flags, MemorySegment into) {
        try {
            return (int) STATX.invokeExact(state, folder, name, flags | AT_NO_AUTOMOUNT, STATX_BASIC, into);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Asks only for attributes that the kernel knows. The server of a FUSE file system is not asked, so it can neither
     * refuse nor delay the answer.
     */
    static int statAttributes(MemorySegment state, int folder, MemorySegment name, int flags, MemorySegment into) {
        try {
            return (int) STATX.invokeExact(state, folder, name, flags | AT_NO_AUTOMOUNT | AT_STATX_DONT_SYNC, 0, into);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Unmounts lazily. With force, pending requests to a FUSE file system fail. */
    static int detach(MemorySegment state, MemorySegment path, boolean force) {
        try {
            return (int) UMOUNT.invokeExact(state, path, force ? MNT_DETACH | MNT_FORCE : MNT_DETACH);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int changeMode(MemorySegment state, int handle, int mode) {
        try {
            return (int) FCHMOD.invokeExact(state, handle, mode);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Gives what the handle stands for to a user. A program that ran with the rights of its owner no longer does. */
    static int give(MemorySegment state, int handle, MemorySegment emptyName, int uid) {
        try {
            return (int) FCHOWNAT.invokeExact(state, handle, emptyName, uid, 0, AT_EMPTY_PATH);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static long list(MemorySegment state, int folder, MemorySegment into) {
        try {
            return (long) GETDENTS.invokeExact(state, SYS_GETDENTS64, folder, into, into.byteSize());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Takes away the flags that keep also root from changing it. False: the file system has none, or forbids it. */
    static boolean makeChangeable(MemorySegment state, int handle, MemorySegment scratch) {
        try {
            scratch.set(INT, 0, 0);
            if ((int) IOCTL.invokeExact(state, handle, FS_IOC_GETFLAGS, scratch) != 0) {
                return false;
            }
            scratch.set(INT, 0, scratch.get(INT, 0) & ~FS_IMMUTABLE_OR_APPEND);
            return (int) IOCTL.invokeExact(state, handle, FS_IOC_SETFLAGS, scratch) == 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException unexpected(Throwable cause) {
        return new IllegalStateException("the C library cannot be called", cause);
    }
}
