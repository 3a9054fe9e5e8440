package io.gpuaas.agent.host;

import io.gpuaas.agent.host.FolderHandle.Entry;
import io.gpuaas.agent.host.FolderHandle.Inode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Removes folders with all that is in them. Each is taken over before it is looked into, so nobody else can move, add or
 * exchange anything in it from then on; what is removed is only ever reached from the open folder it lies in. One
 * folder is open at a time however deep they lie, and what was removed stays so when it is interrupted.
 */
final class TreeRemoval {

    /** Retries per folder, because its contents may change until the folder is taken over. */
    private static final int ROUNDS_MAX = 100;

    /**
     * Running out of time is the holder's doing only if this many files were removed and removing them took a quarter of
     * the time. Otherwise the disk is slow, or searching the folders of others took the time.
     */
    private static final int REMOVED_MIN = 1_000;

    private static final int TIME_SHARE = 4;

    private final int uid;
    private final Duration limit;
    private final long endNanos;
    private long removed;
    private long removingNanos;

    /** Folders become this user's before they are emptied. */
    TreeRemoval(int uid, Duration limit) {
        this.uid = uid;
        this.limit = limit;
        this.endNanos = System.nanoTime() + limit.toNanos();
    }

    /** The login left more files than can be removed in time. */
    static final class TooMuch extends IOException {

        private static final long serialVersionUID = 1L;

        private TooMuch(long removed) {
            super("there are more files than can be removed in one attempt, which removed " + removed);
        }
    }

    /** A folder on the way down, and those in it that are still to be removed. */
    private static final class Level {
        private final String name;
        private final Inode inode;
        private final Deque<String> folders = new ArrayDeque<>();
        private int rounds;

        private Level(String name, Inode inode) {
            this.name = name;
            this.inode = inode;
        }
    }

    /**
     * Removes the entry of this name: a file, a link, or a folder with its contents. A folder of another owner stays,
     * because it is not the one that was found.
     */
    void remove(FolderHandle in, String name, IntPredicate isOwner) throws IOException, InterruptedException {
        long began = System.nanoTime();
        try {
            removeAll(in, name, isOwner);
            removed++;
        } finally {
            removingNanos += System.nanoTime() - began;
        }
    }

    private void removeAll(FolderHandle in, String name, IntPredicate isOwner)
            throws IOException, InterruptedException {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Optional<FolderHandle> top = in.findFolder(name);
            if (top.isEmpty()) {
                if (in.removeFile(name)) {
                    return;
                }
            } else if (!isOwner.test(top.get().self().uid())) {
                top.get().close();
                return;
            } else {
                empty(top.get(), name);
                if (in.removeFolder(name)) {
                    return;
                }
            }
        }
        throw new IOException("the folder " + name + " does not become empty");
    }

    /** Closes what it is given. */
    private void empty(FolderHandle top, String name) throws IOException, InterruptedException {
        FolderHandle here = top;
        long began = System.nanoTime();
        try {
            Deque<Level> levels = new ArrayDeque<>();
            levels.push(enter(here, name));
            while (true) {
                requireTime(began);
                Level level = levels.element();
                String folder = level.folders.poll();
                if (folder != null) {
                    Optional<FolderHandle> below = here.findFolder(folder);
                    if (below.isPresent()) {
                        here.close();
                        here = below.get();
                        levels.push(enter(here, folder));
                    } else {
                        removeOrKeep(here, level, folder);
                    }
                    continue;
                }
                List<Entry> entries = here.listMore();
                for (Entry entry : entries) {
                    if (entry.mayBeFolder()) {
                        level.folders.add(entry.name());
                    } else {
                        removeOrKeep(here, level, entry.name());
                    }
                }
                if (!entries.isEmpty()) {
                    continue;
                }
                levels.pop();
                if (levels.isEmpty()) {
                    return;
                }
                here = goUp(here, levels.element(), level);
            }
        } finally {
            here.close();
        }
    }

    private void removeOrKeep(FolderHandle here, Level level, String name) throws IOException {
        if (here.removeFile(name)) {
            removed++;
        } else {
            level.folders.add(name);
        }
    }

    private Level enter(FolderHandle folder, String name) throws IOException {
        Inode inode = folder.self();
        folder.claim(uid);
        return new Level(name, inode);
    }

    /** Closes the one it leaves, which is empty now. */
    private FolderHandle goUp(FolderHandle from, Level above, Level left) throws IOException {
        FolderHandle up = from.parent();
        from.close();
        if (!up.self().isSameAs(above.inode)) {
            up.close();
            throw new IOException("the folder " + left.name + " was moved meanwhile");
        }
        if (!up.removeFolder(left.name)) {
            above.folders.add(left.name);
            if (++above.rounds > ROUNDS_MAX) {
                up.close();
                throw new IOException("the folder " + left.name + " does not become empty");
            }
        } else {
            removed++;
        }
        return up;
    }

    /** While others' folders are searched. */
    void requireTime() throws IOException, InterruptedException {
        requireTime(System.nanoTime());
    }

    private void requireTime(long removingSince) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while removing files");
        }
        long now = System.nanoTime();
        if (now - endNanos > 0) {
            long spent = removingNanos + (now - removingSince);
            if (removed >= REMOVED_MIN && spent > limit.toNanos() / TIME_SHARE) {
                throw new TooMuch(removed);
            }
            throw new IOException("the time for removing files ran out");
        }
    }
}
