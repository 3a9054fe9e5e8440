package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.exec.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A real mount of a test, unmounted at its end. FUSE is mounted as fusermount does it, without needing that program. */
final class Mounted implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MOUNT = System.getProperty("os.arch").equals("aarch64") ? 40 : 165;

    /** nosuid and nodev, as for everybody who is not root. */
    private static final String MAKE = """
            use Fcntl;
            use POSIX ();
            my ($call, $target, $user) = @ARGV;
            sysopen(my $fuse, '/dev/fuse', O_RDWR) or exit 77;
            my $root = (-f $target) ? '100000' : '40000';
            my $options = 'fd=' . fileno($fuse) . ",rootmode=$root,user_id=$user,group_id=$user";
            my ($source, $type) = ('test', 'fuse.test');
            syscall($call + 0, $source, $target, $type, 6, $options) == 0 or ($!{EPERM} ? exit 77 : die $!);
            """;

    /** Answers the first request, takes the next one, which the login makes, and never answers it. */
    private static final String SERVE_ONE = """
            my $server = $ARGV[3] + 0;
            $| = 1;
            sub become { my $id = shift; POSIX::setgid($id); POSIX::setuid($id) }
            my $client = fork;
            if (!$client) {
              close $fuse;
              become($user + 0);
              opendir(my $d, $target);
              exit;
            }
            become($server);
            alarm 60;
            sysread($fuse, my $request, 135168) or die;
            my (undef, undef, $unique) = unpack('LLQ', $request);
            syswrite($fuse, pack('LlQ', 80, 0, $unique) . pack('LLLLSSLLSSLx28', 7, 31, 4096, 0, 9, 9, 4096, 1, 1, 0, 0));
            sysread($fuse, $request, 135168) or die;
            alarm 0;
            print "$client\\n";
            sleep 600;
            """;

    private final Path place;
    private final int id;
    private final @Nullable Process server;

    private Mounted(Path place, int id, @Nullable Process server) {
        this.place = place;
        this.id = id;
        this.server = server;
    }

    /** A file system of a user whose program has ended. */
    static Mounted dead(Path place, int user) throws Exception {
        List<Integer> before = ids(place);
        Program.Finished made = Program.of(LIMIT, perl(MAKE, place, user)).run();
        Assumptions.assumeTrue(made.exitCode() != 77, "this machine lets nobody mount FUSE");
        assertThat(made.isSuccess()).as(made.complaint()).isTrue();
        return new Mounted(place, newest(place, before), null);
    }

    /** A process of the user waits for an answer, which a process of another user owes it. */
    static Mounted silent(Path place, int user, int serverUser) throws Exception {
        List<Integer> before = ids(place);
        List<String> command = new ArrayList<>(perl(MAKE + SERVE_ONE, place, user));
        command.add(Integer.toString(serverUser));
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String client = server.inputReader().readLine();
        if (client == null) {
            Assumptions.assumeTrue(server.waitFor() != 77, "this machine lets nobody mount FUSE");
            throw new IOException("the file system did not start");
        }
        return new Mounted(place, newest(place, before), server);
    }

    static Mounted memory(Path place) throws Exception {
        return mount(place, "-t", "tmpfs", "tmpfs", place.toString());
    }

    static Mounted readOnly(Path place) throws Exception {
        Mounted bound = mount(place, "--bind", place.toString(), place.toString());
        Program.of(LIMIT, "mount", "-o", "remount,bind,ro", place.toString()).run();
        return bound;
    }

    private static Mounted mount(Path place, String... arguments) throws Exception {
        List<Integer> before = ids(place);
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(arguments));
        Assumptions.assumeTrue(Program.of(LIMIT, command).run().isSuccess(), "this machine mounts nothing");
        return new Mounted(place, newest(place, before), null);
    }

    private static List<String> perl(String script, Path place, int user) {
        return List.of("perl", "-e", script, Integer.toString(MOUNT), place.toString(), Integer.toString(user));
    }

    /** Other tests mount at the same time, elsewhere. */
    private static List<Integer> ids(Path place) throws IOException {
        return lines().filter(fields -> MountTable.unescape(fields[4]).equals(place.toString()))
                .map(fields -> Integer.valueOf(fields[0]))
                .toList();
    }

    private static Stream<String[]> lines() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo"), StandardCharsets.ISO_8859_1).stream()
                .map(line -> line.split(" ", -1));
    }

    private static int newest(Path place, List<Integer> before) throws IOException {
        return ids(place).stream()
                .filter(id -> !before.contains(id))
                .findFirst()
                .orElseThrow();
    }

    boolean isThere() {
        try {
            return lines().anyMatch(fields -> fields[0].equals(Integer.toString(id)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws Exception {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
        if (isThere()) {
            Program.of(LIMIT, "umount", "--lazy", "--no-canonicalize", place.toString())
                    .run();
        }
    }
}
