package io.gpuaas.agent.terminal;

import io.gpuaas.agent.host.Login;
import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.task.FileTasks.TransferFile;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Reads or writes one file, or lists a folder, as the person it is for: what they may not do with a shell, this cannot do either. The
 * agent itself opens nothing of theirs. A file gets its name when it is complete, by renaming, which follows no link.
 */
final class FileProcess implements AutoCloseable {

    private static final String FIND = """
            home=$(pwd -P) || exit 9
            inside() { case "$1/" in "$home"/*) ;; *) exit 4 ;; esac; }
            """;

    private static final String READ = FIND + """
            file=$(realpath -e -- "$1" 2>/dev/null) || exit 3
            inside "$file"
            [ -f "$file" ] || exit 5
            exec <"$file" || exit 7
            size=$(stat -L -c %s /dev/stdin) || exit 7
            echo "$size"
            exec head -c "$size"
            """;

    /** Each entry: its type, that of a link's target, its size, its time and its name, ended by a zero byte. */
    private static final String LIST = FIND + """
            folder=$(realpath -e -- "$1" 2>/dev/null) || exit 3
            inside "$folder"
            [ -d "$folder" ] || exit 10
            [ -r "$folder" ] && cd -- "$folder" 2>/dev/null || exit 7
            find --version >/dev/null 2>&1 || exit 11
            find . -mindepth 1 -maxdepth 1 -printf '%y\\t%Y\\t%s\\t%T@\\t%f\\0' 2>/dev/null | head -z -n "$2"
            """;

    private static final String WRITE = FIND + """
            umask 077
            folder=$(realpath -e -- "$(dirname -- "$1")" 2>/dev/null) || exit 3
            inside "$folder"
            name=$(basename -- "$1")
            [ ! -d "$folder/$name" ] || exit 5
            part=$(mktemp -- "$folder/.gpuaas-upload.XXXXXXXXXX" 2>/dev/null) || exit 7
            trap 'rm -f -- "$part"' EXIT
            trap 'exit 8' HUP INT TERM
            head -c "$2" >"$part" 2>/dev/null || exit 7
            [ "$(stat -c %s -- "$part")" = "$2" ] || exit 6
            [ "$(sha256sum <"$part" | cut -c 1-64)" = "$3" ] || exit 6
            mv -fT -- "$part" "$folder/$name" 2>/dev/null || exit 7
            """;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Of the scripts none ends with it. */
    private static final int SSH_FAILED = 255;

    private final Process process;

    private FileProcess(Process process) {
        this.process = process;
    }

    static FileProcess start(Login login, TransferFile task) throws IOException {
        List<String> program;
        if (task.isUpload()) {
            program = List.of("sh", "-c", WRITE, "sh", task.path(), String.valueOf(task.bytes()), "" + task.sha256());
        } else if (task.isListing()) {
            // One more than is listed says that there are more.
            program = List.of("sh", "-c", LIST, "sh", task.path(), String.valueOf(FolderListing.ENTRIES_MAX + 1));
        } else {
            program = List.of("sh", "-c", READ, "sh", task.path());
        }
        return new FileProcess(start(login.running(program), task));
    }

    private static Process start(Shell program, TransferFile task) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        program.hasOwnUnit()
                                ? ShellLaunch.fileAsUnit(program, task.streamId(), task.allocationId())
                                : program.command())
                .directory(program.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(program.environment());
        // So that releasing the allocation ends it.
        builder.environment().put(Processes.ALLOCATION, task.allocationId().toString());
        return builder.start();
    }

    java.io.OutputStream in() {
        return process.getOutputStream();
    }

    java.io.InputStream out() {
        return process.getInputStream();
    }

    /** Null when all went well, otherwise why not. */
    @org.jspecify.annotations.Nullable String awaitReason() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            return "stuck";
        }
        return switch (process.exitValue()) {
            case 0 -> null;
            case 3 -> "not_found";
            case 4 -> "outside_of_home";
            case 5 -> "no_file";
            case 6 -> "not_what_was_announced";
            case 7 -> "not_permitted_or_no_room";
            case 10 -> "no_folder";
            case 11 -> "not_supported";
            case SSH_FAILED -> "machine_not_reached";
            default -> "broken";
        };
    }

    /** Without its input the script sees that the file is not complete and takes the part away. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
