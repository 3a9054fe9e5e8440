package io.gpuaas.agent.terminal;

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
 * The few functions of the C library a pseudo terminal needs. Each leaves its error in the state it is given, which
 * belongs to one thread at a time.
 */
final class Libc {

    static final int EINTR = 4;
    static final int EIO = 5;
    static final int EAGAIN = 11;
    static final short POLLIN = 1;
    static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final MemoryLayout POINTER = ValueLayout.ADDRESS;
    private static final VarHandle ERRNO = CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final Linker.Option STATE = Linker.Option.captureCallState("errno");

    private static final MethodHandle OPEN = function("posix_openpt", FunctionDescriptor.of(INT, INT), STATE);
    private static final MethodHandle GRANT = function("grantpt", FunctionDescriptor.of(INT, INT), STATE);
    private static final MethodHandle UNLOCK = function("unlockpt", FunctionDescriptor.of(INT, INT), STATE);
    private static final MethodHandle NAME =
            function("ptsname_r", FunctionDescriptor.of(INT, INT, POINTER, LONG), STATE);
    private static final MethodHandle READ = function("read", FunctionDescriptor.of(LONG, INT, POINTER, LONG), STATE);
    private static final MethodHandle WRITE = function("write", FunctionDescriptor.of(LONG, INT, POINTER, LONG), STATE);
    private static final MethodHandle POLL = function("poll", FunctionDescriptor.of(INT, POINTER, LONG, INT), STATE);
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(INT, INT), STATE);
    private static final MethodHandle IOCTL =
            function("ioctl", FunctionDescriptor.of(INT, INT, LONG, POINTER), STATE, Linker.Option.firstVariadicArg(2));

    private Libc() {}

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

    static int openPseudoTerminal(MemorySegment state, int flags) {
        try {
            return (int) OPEN.invokeExact(state, flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int grant(MemorySegment state, int master) {
        try {
            return (int) GRANT.invokeExact(state, master);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int unlock(MemorySegment state, int master) {
        try {
            return (int) UNLOCK.invokeExact(state, master);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int name(MemorySegment state, int master, MemorySegment into) {
        try {
            return (int) NAME.invokeExact(state, master, into, into.byteSize());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static long read(MemorySegment state, int file, MemorySegment into, long bytesMax) {
        try {
            return (long) READ.invokeExact(state, file, into, bytesMax);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static long write(MemorySegment state, int file, MemorySegment from, long bytes) {
        try {
            return (long) WRITE.invokeExact(state, file, from, bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int poll(MemorySegment state, MemorySegment request, int waitMillis) {
        try {
            return (int) POLL.invokeExact(state, request, 1L, waitMillis);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int ioctl(MemorySegment state, int file, long request, MemorySegment argument) {
        try {
            return (int) IOCTL.invokeExact(state, file, request, argument);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int close(MemorySegment state, int file) {
        try {
            return (int) CLOSE.invokeExact(state, file);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException unexpected(Throwable cause) {
        return new IllegalStateException("the C library cannot be called", cause);
    }
}
