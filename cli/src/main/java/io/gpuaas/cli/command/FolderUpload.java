package io.gpuaas.cli.command;

import io.gpuaas.cli.command.LocalFolder.Entry;
import io.gpuaas.cli.command.LocalFolder.Kind;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.StartCommand;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Copies a local folder into an allocation: one archive as the standard input of one command. Files of the same size
 * and time as there are not sent, so a copy that broke goes on with the files that are missing. Needs tar there.
 */
public final class FolderUpload {

    private static final int TRIES_MAX = 5;
    private static final int PIPE_BYTES = 256 * 1024;
    private static final int LISTING_BYTES_MAX = 32 * 1024 * 1024;
    private static final int NAMED_MAX = 5;

    /** Everything is there when this succeeds: the stream has a checksum, and tar fails without its end. */
    private static final List<String> UNPACK =
            List.of("sh", "-c", "mkdir -p -- \"$1\" && exec tar -xzof - -C \"$1\"", "sh");

    private static final List<String> LIST = List.of(
            "sh",
            "-c",
            "cd -- \"$1\" 2>/dev/null || exit 0;"
                    + " find . -type f -printf '%s %T@ %P\\0' 2>/dev/null | head -c \"$2\"",
            "sh");

    /** Refuses the home directory and folders above it, also through links. */
    static final List<String> DELETE = List.of(
            "sh",
            "-c",
            "cd -- \"$1\" && here=$(pwd -P) && home=$(cd && pwd -P) || exit 1;"
                    + " case \"$home/\" in \"${here%/}\"/*)"
                    + " echo \"Nothing is deleted in the home directory or above it.\" >&2; exit 1;; esac;"
                    + " exec xargs -0 -r rm -f --",
            "sh");

    private static final Pattern HOME = Pattern.compile("|~[^/]*|/|/home(/[^/]*)?|/root");

    private final Session session;
    private final ProjectId project;
    private final AllocationId allocation;

    public FolderUpload(Session session, ProjectId project, AllocationId allocation) {
        this.session = session;
        this.project = project;
        this.allocation = allocation;
    }

    /** How a file there compares: by size and time, as rsync does. */
    private record Facts(long size, long modifiedSeconds) {}

    /** The outcome of a copy. Not complete if a file changed meanwhile or if the command there failed. */
    public record Copied(int exitCode, int files, long bytes, int unchanged, int deleted) {

        public boolean isComplete() {
            return exitCode == 0;
        }
    }

    /** A folder whose limits and links were checked. */
    public static final class Content {

        private final LocalFolder folder;
        private final IgnoreRules rules;

        private Content(LocalFolder folder, IgnoreRules rules) {
            this.folder = folder;
            this.rules = rules;
        }
    }

    /** Reads what is to be copied; refuses what is too large. */
    public static Content read(Session session, Path folder) throws IOException {
        IgnoreRules rules = IgnoreRules.of(folder);
        LocalFolder read = LocalFolder.read(folder, rules, LocalFolder.LIMITS);
        if (!read.leftOut().isEmpty()) {
            session.terminal()
                    .err()
                    .println("Left out, as they are links that lead out of the folder or no files: "
                            + read.leftOut().stream()
                                    .limit(NAMED_MAX)
                                    .map(Words::printable)
                                    .collect(Collectors.joining(", "))
                            + (read.leftOut().size() > NAMED_MAX
                                    ? " and " + (read.leftOut().size() - NAMED_MAX) + " more."
                                    : "."));
        }
        return new Content(read, rules);
    }

    /** Copies to a folder in the home directory, which need not exist. */
    public Copied copy(Content content, String there, boolean isNew, boolean deletes)
            throws IOException, InterruptedException {
        if (deletes) {
            checkDeletion(content.folder, there);
        }
        boolean looks = !isNew;
        for (int tries = 1; ; tries++) {
            Copied copied = copyOnce(content, there, looks, deletes);
            if (copied.exitCode() != Following.NO_CODE || tries == TRIES_MAX) {
                return copied;
            }
            tell("The copy broke off; continuing with the files that are missing.");
            looks = true;
        }
    }

    private Copied copyOnce(Content content, String there, boolean looks, boolean deletes)
            throws IOException, InterruptedException {
        Map<String, Facts> present = looks ? list(there) : Map.of();
        Sending sending = new Sending(content.folder, present, new CopyProgress(session.terminal()));
        int code = sending.run(there);
        int deleted = code == 0 && deletes ? delete(content, present, there) : 0;
        return new Copied(code, sending.files, sending.bytes, sending.unchanged, deleted);
    }

    /** Files there, by path. Empty if the folder does not exist or cannot be listed completely. */
    private Map<String, Facts> list(String there) throws IOException, InterruptedException {
        ByteArrayOutputStream listing = new ByteArrayOutputStream();
        int code = following(null, listing).run(command(LIST, false, there, String.valueOf(LISTING_BYTES_MAX)), false);
        Map<String, Facts> found = new HashMap<>();
        if (code != 0 || listing.size() >= LISTING_BYTES_MAX) {
            return found;
        }
        for (String line : listing.toString(StandardCharsets.UTF_8).split("\0", -1)) {
            String[] words = line.split(" ", 3);
            if (words.length == 3) {
                found.put(
                        words[2],
                        new Facts(Long.parseLong(words[0]), Long.parseLong(words[1].replaceAll("\\..*", ""))));
            }
        }
        return found;
    }

    /** Refuses arguments that would empty a home directory or the whole folder there. */
    static void checkDeletion(LocalFolder folder, String there) {
        String path = Path.of(there).normalize().toString();
        if (HOME.matcher(path).matches() || List.of(there.split("/", -1)).contains("..")) {
            throw new IllegalArgumentException(
                    "With --delete, PATH must be a folder below the home directory, without \"..\".");
        }
        if (folder.entries().stream().allMatch(entry -> entry.kind() == Kind.FOLDER)) {
            throw new IllegalArgumentException(
                    "The local folder has no files to copy: --delete would delete everything there.");
        }
    }

    /** Lists files there that are not here. Excludes local entries that were left out, and files below them. */
    static List<String> surplus(LocalFolder folder, IgnoreRules rules, Set<String> present) {
        Set<String> here = new HashSet<>();
        folder.entries().forEach(entry -> here.add(entry.path()));
        Set<String> leftOut = Set.copyOf(folder.leftOut());
        return present.stream()
                .filter(path -> !here.contains(path) && !isAtOrBelow(path, leftOut))
                .filter(Predicate.not(rules::ignoresFile))
                .toList();
    }

    private static boolean isAtOrBelow(String path, Set<String> these) {
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            if (these.contains(path.substring(0, slash))) {
                return true;
            }
        }
        return these.contains(path);
    }

    /** Deletes what is not here. What the ignore file names stays: it was never copied. */
    private int delete(Content content, Map<String, Facts> present, String there)
            throws IOException, InterruptedException {
        List<String> surplus = surplus(content.folder, content.rules, present.keySet());
        if (surplus.isEmpty()) {
            return 0;
        }
        byte[] names = (String.join("\0", surplus) + "\0").getBytes(StandardCharsets.UTF_8);
        int code = following(new ByteArrayInputStream(names), OutputStream.nullOutputStream())
                .run(command(DELETE, true, there), false);
        if (code != 0) {
            throw new IOException("files there could not be deleted");
        }
        return surplus.size();
    }

    private static StartCommand command(List<String> script, boolean hasInput, String... arguments) {
        List<String> argv = new ArrayList<>(script);
        argv.addAll(List.of(arguments));
        return new StartCommand(argv, null, null, hasInput ? true : null);
    }

    private Following following(@Nullable InputStream in, OutputStream out) {
        return new Following(
                session.connect().commands(),
                project,
                allocation,
                new CommandStreams(in, out, new ShownErrors(session.terminal().err())),
                this::tell);
    }

    private void tell(String sentence) {
        session.terminal().err().println(sentence);
    }

    /** One archive on its way. */
    private final class Sending {

        private final LocalFolder folder;
        private final Map<String, Facts> present;
        private final CopyProgress progress;
        private int files;
        private long bytes;
        private int unchanged;
        private boolean isWhole = true;
        private volatile boolean isOver;
        private volatile @Nullable IOException failure;

        Sending(LocalFolder folder, Map<String, Facts> present, CopyProgress progress) {
            this.folder = folder;
            this.present = present;
            this.progress = progress;
        }

        int run(String there) throws IOException, InterruptedException {
            int code;
            PipedInputStream in = new PipedInputStream(PIPE_BYTES);
            Thread packing = Thread.ofPlatform().daemon().name("pack").unstarted(() -> pack(in));
            try (in) {
                packing.start();
                code = following(in, OutputStream.nullOutputStream()).run(command(UNPACK, true, there), false);
                isOver = true;
            }
            // Its next write fails now if it has not finished.
            packing.join();
            progress.close();
            IOException broken = failure;
            if (broken != null) {
                throw new IOException("the folder could not be read: " + broken.getMessage(), broken);
            }
            return code == 0 && !isWhole ? 1 : code;
        }

        private void pack(PipedInputStream in) {
            try (PipedOutputStream pipe = new PipedOutputStream(in)) {
                FastGzip compressed = new FastGzip(new BufferedOutputStream(pipe, PIPE_BYTES / 4));
                TarWriter tar = new TarWriter(compressed);
                for (Entry entry : folder.entries()) {
                    pack(entry, tar);
                }
                tar.finish();
                // Without this end, which is missing after an error, the tar there fails.
                compressed.close();
            } catch (IOException e) {
                // The command may have ended before it read everything; its exit code says why.
                failure = isOver ? null : e;
            }
        }

        private void pack(Entry entry, TarWriter tar) throws IOException {
            if (entry.kind() == Kind.FOLDER) {
                tar.addFolder(entry);
            } else if (entry.kind() == Kind.LINK) {
                tar.addLink(entry);
            } else if (new Facts(entry.size(), entry.modifiedSeconds()).equals(present.get(entry.path()))) {
                unchanged++;
                progress.skip(entry.size());
            } else {
                try (InputStream content =
                        Files.newInputStream(folder.root().resolve(entry.path()), LinkOption.NOFOLLOW_LINKS)) {
                    if (!tar.addFile(entry, progress.count(content))) {
                        tell(Words.printable(entry.path()) + " changed while it was copied.");
                        isWhole = false;
                    }
                }
                files++;
                bytes += entry.size();
            }
            progress.show(folder.bytes());
        }
    }
}
