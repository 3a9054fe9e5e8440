package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a login leaves outside its home: files where everybody may write, timed jobs, mail, shared memory. Called when no
 * process of the login is left, so nothing moves under the hands.
 */
final class Leftovers {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final List<String> SHARED_FOLDERS =
            List.of("/tmp", "/var/tmp", "/dev/shm", "/var/spool/cron", "/var/mail", "/var/spool/mail");

    private static final Pattern VANISHED = Pattern.compile("find: '.*': No such file or directory");

    private Leftovers() {}

    static void remove(int uid) throws TaskFailure, InterruptedException {
        removeFiles(uid);
        removeShared(uid, "shm", "shmid", "--shmem-id");
        removeShared(uid, "sem", "semid", "--semaphore-id");
        removeShared(uid, "msg", "msqid", "--queue-id");
    }

    private static void removeFiles(int uid) throws TaskFailure, InterruptedException {
        List<String> command = new ArrayList<>(List.of("find"));
        SHARED_FOLDERS.stream()
                .filter(folder -> Files.isDirectory(Path.of(folder)))
                .forEach(command::add);
        command.addAll(List.of("-xdev", "-mindepth", "1", "-uid", Integer.toString(uid), "-prune"));
        command.addAll(List.of("-exec", "rm", "-rf", "--one-file-system", "--", "{}", "+"));
        Programs.require("leftovers_remain", Program.of(LIMIT, command), Leftovers::isThrough);
    }

    /** Others who share these folders remove what is theirs meanwhile, which find takes for a fault. */
    private static boolean isThrough(Program.Finished find) {
        return find.isSuccess()
                || find.err().lines().allMatch(line -> VANISHED.matcher(line).matches());
    }

    /** The kernel's table names its columns in the first line. */
    private static void removeShared(int uid, String table, String idColumn, String option)
            throws TaskFailure, InterruptedException {
        try {
            List<String[]> rows = Files.readAllLines(Path.of("/proc/sysvipc", table)).stream()
                    .map(line -> line.strip().split("\\s+"))
                    .toList();
            List<String> columns = List.of(rows.getFirst());
            for (String[] row : rows.subList(1, rows.size())) {
                if (row[columns.indexOf("uid")].equals(Integer.toString(uid))) {
                    String id = row[columns.indexOf(idColumn)];
                    Programs.require("leftovers_remain", Program.of(LIMIT, "ipcrm", option, id));
                }
            }
        } catch (IOException e) {
            throw TaskFailure.failed("leftovers_remain", "cannot read the table of shared " + table, e);
        }
    }
}
