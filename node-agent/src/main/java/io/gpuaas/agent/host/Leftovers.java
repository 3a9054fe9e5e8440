package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.host.FolderHandle.Entry;
import io.gpuaas.agent.host.FolderHandle.Inode;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Removes what a login leaves outside its home: files where everybody may write, timed jobs, mail, shared memory. Its
 * own processes have ended, those of other logins have not: they may move and exchange what lies in their folders at
 * any moment, so nothing is removed by its path, only from the open folder it was seen in.
 */
final class Leftovers {

    /** Caused by the holder: more files than can be removed in time, or a user's file system mounted among them. */
    static final String LOGIN_FILES_REMAIN = "login_files_remain";

    /** Caused by the host or its hardware, such as an I/O error. */
    static final String LEFTOVERS_REMAIN = "leftovers_remain";

    /** For one release, home included. Together with ending processes it must fit into the time limit of the task. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Duration PROGRAM_LIMIT = Duration.ofSeconds(30);

    /** A login may have tens of thousands; starting a program for each would exceed the time limit of the task. */
    private static final int SHARED_AT_ONCE = 500;

    /** Where everybody may write, and where programs keep files in the name of a login. */
    private static final List<String> SHARED_FOLDERS = List.of(
            "tmp",
            "var/tmp",
            "dev/shm",
            "dev/mqueue",
            "run/lock",
            "run/screen",
            "var/crash",
            "var/spool/cron",
            "var/spool/at",
            "var/mail",
            "var/spool/mail");

    /** Here a file is a login's by its name, whoever owns it. */
    private static final List<String> FOLDERS_BY_NAME = List.of(
            "var/spool/cron", "var/spool/cron/crontabs", "var/mail", "var/spool/mail", "var/lib/systemd/linger");

    private static final String RUNTIME_FOLDERS = "run/user";

    /**
     * How deep folders of others are searched, each one held open meanwhile, and how many things in all. Somebody who
     * hides a leftover deeper, or among more, keeps it: it is in their folder, with their consent, and no later login
     * gets the same user id. Without these bounds one login could keep another's release from finishing.
     */
    private static final int DEPTH_MAX = 64;

    private static final int SEARCHED_MAX = 2_000_000;

    private final Path root;
    private final LoginIds ids;
    private final String name;
    private final TreeRemoval removal;
    private final int searchedMax;
    private final Runnable betweenSeeingAndRemoving;
    private int searched;

    Leftovers(Path root, LoginIds ids, String name) {
        this(root, ids, name, LIMIT, SEARCHED_MAX, () -> {});
    }

    /** The last is for tests, which are then quicker than any attacker. */
    Leftovers(
            Path root, LoginIds ids, String name, Duration limit, int searchedMax, Runnable betweenSeeingAndRemoving) {
        this.root = root;
        this.ids = ids;
        this.name = name;
        this.removal = new TreeRemoval(ids.uid(), limit);
        this.searchedMax = searchedMax;
        this.betweenSeeingAndRemoving = betweenSeeingAndRemoving;
    }

    /** May be called again after a failure, and goes on where it was. */
    void remove() throws TaskFailure, InterruptedException {
        try (FolderHandle.Memory memory = new FolderHandle.Memory()) {
            for (String shared : SHARED_FOLDERS) {
                Optional<FolderHandle> folder = FolderHandle.find(memory, root.resolve(shared));
                if (folder.isPresent()) {
                    search(folder.get(), 0);
                }
            }
            for (String byName : FOLDERS_BY_NAME) {
                removeNamed(memory, root.resolve(byName), name);
            }
            removeNamed(memory, root.resolve(RUNTIME_FOLDERS), Integer.toString(ids.uid()));
        } catch (IOException e) {
            throw failure("not all that the login left could be removed", e);
        }
        removeShared("shm", "shmid", "--shmem-id");
        removeShared("sem", "semid", "--semaphore-id");
        removeShared("msg", "msqid", "--queue-id");
    }

    /** With all that is in it, whoever owns that: the account says that this is its home. */
    void removeHome(Path home) throws TaskFailure, InterruptedException {
        Path parent = home.getParent();
        Path last = home.getFileName();
        if (parent == null || last == null) {
            throw TaskFailure.failed("home_unsafe", "the home of " + name + " is " + home);
        }
        try (FolderHandle.Memory memory = new FolderHandle.Memory()) {
            Optional<FolderHandle> folder = FolderHandle.find(memory, parent);
            if (folder.isEmpty()) {
                return;
            }
            try (FolderHandle in = folder.get()) {
                String entry = FolderHandle.bytes(last.toString());
                Optional<Inode> found = in.find(entry);
                // Root's when the making of the account was cut off.
                boolean isUsual = home.equals(Path.of("/home", name));
                IntPredicate isOwner = uid -> ids.contains(uid) || (isUsual && uid == 0);
                if (found.isPresent()
                        && !found.get().isMountPoint()
                        && !isOwner.test(found.get().uid())) {
                    throw TaskFailure.failed("home_unsafe", home + " does not belong to " + name);
                }
                if (found.isPresent()) {
                    removal.remove(in, entry, isOwner);
                }
            }
        } catch (IOException e) {
            throw failure("the home could not be removed", e);
        }
    }

    private static TaskFailure failure(String what, IOException cause) {
        boolean isHolders = cause instanceof TreeRemoval.TooMuch
                || (cause instanceof FolderHandle.MountInTheWay mount && mount.isOfUser());
        return TaskFailure.failed(isHolders ? LOGIN_FILES_REMAIN : LEFTOVERS_REMAIN, what, cause);
    }

    private void removeNamed(FolderHandle.Memory memory, Path folder, String entry)
            throws IOException, InterruptedException {
        Optional<FolderHandle> opened = FolderHandle.find(memory, folder);
        if (opened.isPresent()) {
            try (FolderHandle in = opened.get()) {
                if (in.find(entry).isPresent()) {
                    removal.remove(in, entry, owner -> true);
                }
            }
        }
    }

    /** Closes what it is given. */
    private void search(FolderHandle folder, int depth) throws IOException, InterruptedException {
        try (folder) {
            List<Entry> entries = folder.listMore();
            while (!entries.isEmpty() && (depth == 0 || searched < searchedMax)) {
                for (Entry entry : entries) {
                    Optional<Inode> found = folder.find(entry.name());
                    if (found.isPresent()) {
                        look(folder, entry.name(), found.get(), depth);
                    }
                    removal.requireTime();
                }
                entries = folder.listMore();
            }
        }
    }

    private void look(FolderHandle in, String entry, Inode inode, int depth) throws IOException, InterruptedException {
        searched++;
        if (ids.contains(inode.uid())) {
            betweenSeeingAndRemoving.run();
            if (!inode.isFolder() && inode.links() > 1) {
                in.disown(entry, ids);
            }
            removal.remove(in, entry, ids::contains);
        } else if (inode.isFolder() && !inode.isMountPoint() && depth < DEPTH_MAX && searched < searchedMax) {
            Optional<FolderHandle> below = findFolder(in, entry);
            if (below.isPresent()) {
                search(below.get(), depth + 1);
            }
        }
    }

    /** Others may mount file systems in their folders at any time. Those are not searched. */
    private static Optional<FolderHandle> findFolder(FolderHandle in, String entry) throws IOException {
        try {
            return in.findFolder(entry);
        } catch (FolderHandle.MountInTheWay e) {
            return Optional.empty();
        }
    }

    /** The kernel's table names its columns in the first line. */
    private void removeShared(String table, String idColumn, String option) throws TaskFailure, InterruptedException {
        try {
            List<String[]> rows = Files.readAllLines(Path.of("/proc/sysvipc", table)).stream()
                    .map(line -> line.strip().split("\\s+"))
                    .toList();
            List<String> columns = List.of(rows.getFirst());
            List<String> own = new ArrayList<>();
            for (String[] row : rows.subList(1, rows.size())) {
                // The owner can be given away, the maker stays.
                if (ids.contains(Integer.parseUnsignedInt(row[columns.indexOf("uid")]))
                        || ids.contains(Integer.parseUnsignedInt(row[columns.indexOf("cuid")]))) {
                    own.add(row[columns.indexOf(idColumn)]);
                }
            }
            for (int at = 0; at < own.size(); at += SHARED_AT_ONCE) {
                List<String> command = new ArrayList<>(List.of("ipcrm"));
                own.subList(at, Math.min(own.size(), at + SHARED_AT_ONCE))
                        .forEach(id -> command.addAll(List.of(option, id)));
                Programs.require(LEFTOVERS_REMAIN, Program.of(PROGRAM_LIMIT, command));
            }
        } catch (IOException e) {
            throw TaskFailure.failed(LEFTOVERS_REMAIN, "cannot read the table of shared " + table, e);
        }
    }
}
