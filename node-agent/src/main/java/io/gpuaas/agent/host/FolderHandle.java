package io.gpuaas.agent.host;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An open folder. It stays the same folder wherever somebody moves it, and nothing is reached from it but what lies in
 * it: no link is followed. Names are bytes, one character for each. For one thread.
 */
final class FolderHandle implements AutoCloseable {

    private static final int ROOT = 0;

    private final Memory memory;
    private final int handle;
    private boolean isClosed;

    private FolderHandle(Memory memory, int handle) {
        this.memory = memory;
        this.handle = handle;
    }

    /** Native memory that the calls of one operation share. */
    static final class Memory implements AutoCloseable {

        private static final int NAME_BYTES_MAX = 4096;
        private static final int STAT_BYTES = 256;
        private static final int LIST_BYTES = 32 * 1024;

        private final Arena arena = Arena.ofConfined();
        private final MemorySegment state = arena.allocate(Posix.CALL_STATE);
        private final MemorySegment name = arena.allocate(NAME_BYTES_MAX);
        private final MemorySegment stat = arena.allocate(STAT_BYTES, 8);
        private final MemorySegment list = arena.allocate(LIST_BYTES, 8);

        private MemorySegment name(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            if (bytes.length >= NAME_BYTES_MAX) {
                throw new IOException("a name is too long");
            }
            MemorySegment.copy(bytes, 0, name, ValueLayout.JAVA_BYTE, 0, bytes.length);
            name.set(ValueLayout.JAVA_BYTE, bytes.length, (byte) 0);
            return name;
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    /** Something in a folder, as it was when it was asked for. */
    record Inode(int uid, int mode, int links, long number, long device, long attributes) {

        private static final int TYPE = 0xf000;
        private static final int FOLDER_TYPE = 0x4000;
        private static final int REGULAR_TYPE = 0x8000;
        private static final long IMMUTABLE_OR_APPEND = 0x30;
        private static final long MOUNT_ROOT = 0x2000;
        private static final int NOBODY = -1;

        /** Nothing else is asked about a mount: its server may refuse or not answer. */
        private static Inode mountPoint() {
            return new Inode(NOBODY, 0, 0, 0, 0, MOUNT_ROOT);
        }

        boolean isFolder() {
            return (mode & TYPE) == FOLDER_TYPE;
        }

        boolean isRegular() {
            return (mode & TYPE) == REGULAR_TYPE;
        }

        /** Another file system begins here, or another view of the same one. */
        boolean isMountPoint() {
            return (attributes & MOUNT_ROOT) != 0;
        }

        boolean isUnchangeable() {
            return (attributes & IMMUTABLE_OR_APPEND) != 0;
        }

        boolean isSameAs(Inode other) {
            return number == other.number && device == other.device;
        }
    }

    /** A file system is mounted on what should be opened or removed. */
    static final class MountInTheWay extends IOException {

        private static final long serialVersionUID = 1L;

        private final boolean isOfUser;

        private MountInTheWay(String name, boolean isOfUser) {
            super((isOfUser ? "a file system of a user" : "another file system") + " is mounted at " + name);
            this.isOfUser = isOfUser;
        }

        /** Somebody who is not root mounted it (FUSE). */
        boolean isOfUser() {
            return isOfUser;
        }
    }

    record Entry(String name, boolean mayBeFolder) {}

    /** Empty when there is none. Only for paths that no login can change. */
    static Optional<FolderHandle> find(Memory memory, Path systemFolder) throws IOException {
        int handle = Posix.open(
                memory.state, Posix.AT_FDCWD, memory.name(bytes(systemFolder.toString())), Posix.SYSTEM_FOLDER);
        if (handle >= 0) {
            return Optional.of(new FolderHandle(memory, handle));
        }
        int errno = Posix.errno(memory.state);
        if (errno == Posix.ENOENT || errno == Posix.ENOTDIR) {
            return Optional.empty();
        }
        throw Posix.failure("opening " + systemFolder, memory.state);
    }

    /** One character for each byte the name has on disk. */
    static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Empty when there is no folder of this name: nothing, a file, or a link. No other file system is entered. */
    Optional<FolderHandle> findFolder(String name) throws IOException {
        Optional<FolderHandle> found = point(name, Posix.FOLDER_INODE);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (FolderHandle folder = found.get()) {
            folder.requireNoMount(name);
            int opened = Posix.open(memory.state, folder.handle, memory.name("."), Posix.FOLDER);
            if (opened < 0) {
                throw Posix.failure("opening the folder " + name, memory.state);
            }
            return Optional.of(new FolderHandle(memory, opened));
        }
    }

    /** Refers to the root folder without opening it. */
    static FolderHandle pointAtRoot(Memory memory) throws IOException {
        int opened = Posix.open(memory.state, Posix.AT_FDCWD, memory.name("/"), Posix.FOLDER_INODE);
        if (opened < 0) {
            throw Posix.failure("finding the root folder", memory.state);
        }
        return new FolderHandle(memory, opened);
    }

    /** Refers to whatever has this name without opening it. Links are not followed, mounts are entered. */
    Optional<FolderHandle> point(String name) throws IOException {
        return point(name, Posix.INODE);
    }

    private Optional<FolderHandle> point(String name, int flags) throws IOException {
        int opened = Posix.open(memory.state, handle, memory.name(name), flags);
        if (opened >= 0) {
            return Optional.of(new FolderHandle(memory, opened));
        }
        int errno = Posix.errno(memory.state);
        if (errno == Posix.ENOENT || errno == Posix.ENOTDIR || errno == Posix.ELOOP) {
            return Optional.empty();
        }
        throw Posix.failure("finding " + name, memory.state);
    }

    private void requireNoMount(String name) throws IOException {
        if (isMountPoint()) {
            throw new MountInTheWay(
                    name, MountTable.ofThisProcess().find(mountId()).isPresent());
        }
    }

    /** Whether it is the root of a mount. */
    boolean isMountPoint() throws IOException {
        if (Posix.statAttributes(memory.state, handle, memory.name(""), Posix.AT_EMPTY_PATH, memory.stat) == 0) {
            return inode().isMountPoint();
        }
        if (isRefusedByMount(Posix.errno(memory.state))) {
            return true;
        }
        throw Posix.failure("asking about a mount", memory.state);
    }

    /** FUSE refuses root, and everybody once its server has ended. */
    private static boolean isRefusedByMount(int errno) {
        return errno == Posix.EACCES || errno == Posix.ENOTCONN;
    }

    /** The id of the mount it is on. The kernel does not reuse it while this handle is open. */
    int mountId() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo", Integer.toString(handle)))) {
            if (line.startsWith("mnt_id:")) {
                return Integer.parseInt(line.substring("mnt_id:".length()).strip());
            }
        }
        throw new IOException("the kernel does not tell which mount a file is on");
    }

    /** Unmounts the mount whose root this is, and all mounts below it. */
    void detachMount(boolean force) throws IOException {
        if (Posix.detach(memory.state, memory.name("/proc/self/fd/" + handle), force) != 0) {
            throw Posix.failure("detaching a mount", memory.state);
        }
    }

    FolderHandle parent() throws IOException {
        int opened = Posix.open(memory.state, handle, memory.name(".."), Posix.FOLDER);
        if (opened < 0) {
            throw Posix.failure("going up", memory.state);
        }
        return new FolderHandle(memory, opened);
    }

    Inode self() throws IOException {
        if (Posix.stat(memory.state, handle, memory.name(""), Posix.AT_EMPTY_PATH, memory.stat) != 0) {
            throw Posix.failure("asking about a folder", memory.state);
        }
        return inode();
    }

    /** Of a link its own. */
    Optional<Inode> find(String name) throws IOException {
        if (Posix.statAttributes(memory.state, handle, memory.name(name), Posix.AT_SYMLINK_NOFOLLOW, memory.stat) == 0
                && inode().isMountPoint()) {
            return Optional.of(Inode.mountPoint());
        }
        if (Posix.stat(memory.state, handle, memory.name(name), Posix.AT_SYMLINK_NOFOLLOW, memory.stat) == 0) {
            return Optional.of(inode());
        }
        int errno = Posix.errno(memory.state);
        if (errno == Posix.ENOENT) {
            return Optional.empty();
        }
        if (isRefusedByMount(errno)) {
            return Optional.of(Inode.mountPoint());
        }
        throw Posix.failure("asking about " + name, memory.state);
    }

    private Inode inode() {
        MemorySegment stat = memory.stat;
        long device = ((long) stat.get(ValueLayout.JAVA_INT, 136) << 32) | stat.get(ValueLayout.JAVA_INT, 140);
        return new Inode(
                stat.get(ValueLayout.JAVA_INT, 20),
                Short.toUnsignedInt(stat.get(ValueLayout.JAVA_SHORT, 28)),
                stat.get(ValueLayout.JAVA_INT, 16),
                stat.get(ValueLayout.JAVA_LONG, 32),
                device,
                stat.get(ValueLayout.JAVA_LONG, 8));
    }

    /** Some more of what lies in it; none at the end. */
    List<Entry> listMore() throws IOException {
        List<Entry> found = new ArrayList<>();
        while (found.isEmpty()) {
            long bytes = Posix.list(memory.state, handle, memory.list);
            if (bytes < 0 && Posix.errno(memory.state) == Posix.ENOENT) {
                // Its owner removed it while it was open: nothing is in it.
                return found;
            }
            if (bytes < 0) {
                throw Posix.failure("listing a folder", memory.state);
            }
            if (bytes == 0) {
                return found;
            }
            for (long at = 0; at < bytes; at += Short.toUnsignedInt(memory.list.get(ValueLayout.JAVA_SHORT, at + 16))) {
                int type = memory.list.get(ValueLayout.JAVA_BYTE, at + 18);
                String name = memory.list.getString(at + 19, StandardCharsets.ISO_8859_1);
                if (!name.equals(".") && !name.equals("..")) {
                    found.add(new Entry(name, type == 0 || type == 4));
                }
            }
        }
        return found;
    }

    /**
     * Nobody but root and this user can put anything in it or take anything out any more, whatever they have open. It is
     * still found by its owner should the work be interrupted.
     */
    void claim(int uid) throws IOException {
        if (self().isUnchangeable()) {
            Posix.makeChangeable(memory.state, handle, memory.stat);
        }
        // The mode first: with it go the rights that an access control list gives.
        if (Posix.changeMode(memory.state, handle, 0700) != 0
                || Posix.give(memory.state, handle, memory.name(""), uid) != 0) {
            throw Posix.failure("taking a folder over", memory.state);
        }
    }

    /** False when it is a folder. Nothing of the name is as good as removed. */
    boolean removeFile(String name) throws IOException {
        if (Posix.unlink(memory.state, handle, memory.name(name), 0) == 0) {
            return true;
        }
        int errno = Posix.errno(memory.state);
        if (errno == Posix.ENOENT) {
            return true;
        }
        if (errno == Posix.EISDIR) {
            return false;
        }
        IOException failure = Posix.failure("removing " + name, memory.state);
        if (errno == Posix.EBUSY) {
            Optional<FolderHandle> busy = point(name);
            if (busy.isPresent()) {
                try (FolderHandle mount = busy.get()) {
                    mount.requireNoMount(name);
                }
            }
        }
        if (errno == Posix.EPERM
                && makeChangeable(name)
                && Posix.unlink(memory.state, handle, memory.name(name), 0) == 0) {
            return true;
        }
        throw failure;
    }

    private boolean makeChangeable(String name) throws IOException {
        Optional<Inode> inode = find(name);
        if (inode.isEmpty() || !inode.get().isRegular() || !inode.get().isUnchangeable()) {
            return false;
        }
        int opened = Posix.open(memory.state, handle, memory.name(name), Posix.REGULAR_FILE);
        if (opened < 0) {
            return false;
        }
        try {
            return Posix.makeChangeable(memory.state, opened, memory.stat);
        } finally {
            Posix.close(memory.state, opened);
        }
    }

    /** False when something is in it, or mounted on it. */
    boolean removeFolder(String name) throws IOException {
        if (Posix.unlink(memory.state, handle, memory.name(name), Posix.AT_REMOVEDIR) == 0) {
            return true;
        }
        int errno = Posix.errno(memory.state);
        if (errno == Posix.ENOENT || errno == Posix.ENOTDIR) {
            // Somebody whose folder this is exchanged it; what it was is empty.
            return true;
        }
        if (errno == Posix.ENOTEMPTY || errno == Posix.EBUSY) {
            return false;
        }
        throw Posix.failure("removing the folder " + name, memory.state);
    }

    /** A file with other names somewhere else no longer belongs to the login there either. */
    void disown(String name, LoginIds owner) throws IOException {
        int opened = Posix.open(memory.state, handle, memory.name(name), Posix.INODE);
        if (opened < 0) {
            return;
        }
        try (FolderHandle inode = new FolderHandle(memory, opened)) {
            if (owner.contains(inode.self().uid()) && Posix.give(memory.state, opened, memory.name(""), ROOT) != 0) {
                throw Posix.failure("taking over " + name, memory.state);
            }
        }
    }

    /** Once: its number may be somebody else's file afterwards. */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            Posix.close(memory.state, handle);
        }
    }
}
