package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "ssh",
        mixinStandardHelpOptions = true,
        description = "Connect to an allocation with ssh, trusting only the host keys that its node reported.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas ssh 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas ssh 0198c0de-0000-7000-8000-000000000007 --print",
            "  gpuaas ssh 0198c0de-0000-7000-8000-000000000007 -- -i key nvidia-smi",
        })
final class SshCommand implements Callable<Integer> {

    /** Values from the server must not become an option or a second argument of ssh. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9\\[][A-Za-z0-9.:\\[\\]-]*");

    private static final Pattern LOGIN = Pattern.compile("[a-z_][a-z0-9_-]*");
    private static final Pattern KEY = Pattern.compile("[a-z0-9@.-]+ [A-Za-z0-9+/=]+( [!-~ ]*)?");

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(index = "0", paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private AllocationId allocation;

    @Parameters(
            index = "1..*",
            paramLabel = "WORD",
            description = "After --: additional ssh options, followed by an optional command.")
    private List<String> words = List.of();

    @Option(names = "--print", description = "Print the command instead of running it.")
    private boolean print;

    SshCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Allocation found = session.connect().allocations().getAllocation(in.choose(session.connect()), allocation);
        if (Boolean.TRUE.equals(found.simulated())) {
            String name = Words.printable(found.name());
            throw new IllegalStateException(
                    name + " is on a simulated host, which runs no SSH server: use gpuaas terminal " + name);
        }
        AllocationAccess access = found.access();
        if (access == null) {
            throw new IllegalStateException("SSH is not available: the allocation is not active.");
        }
        List<String> command = command(access);
        if (print) {
            session.output().page(Map.of("command", command), () -> List.of(String.join(" ", command)));
            return 0;
        }
        return run(command, access);
    }

    private List<String> command(AllocationAccess access) {
        require(HOST, access.host());
        require(LOGIN, access.username());
        List<String> command = new ArrayList<>(List.of("ssh"));
        command.addAll(List.of("-p", access.port().toString()));
        command.add(access.username() + "@" + access.host());
        command.addAll(words);
        return command;
    }

    private static void require(Pattern pattern, String value) {
        if (!pattern.matcher(value).matches()) {
            throw new IllegalStateException("The server returned an invalid SSH login: " + Words.printable(value));
        }
    }

    private static int run(List<String> command, AllocationAccess access) throws IOException, InterruptedException {
        Path known = Files.createTempFile("gpuaas-known-hosts", "");
        try {
            List<String> pinned = new ArrayList<>(command);
            List<String> keys = access.hostKeys() == null ? List.of() : access.hostKeys();
            if (!keys.isEmpty()) {
                keys.forEach(key -> require(KEY, key));
                Files.write(known, keys.stream().map(key -> "gpuaas " + key).toList());
                pinned.addAll(
                        1,
                        List.of(
                                "-o", "UserKnownHostsFile=" + known,
                                "-o", "GlobalKnownHostsFile=/dev/null",
                                "-o", "HostKeyAlias=gpuaas",
                                "-o", "StrictHostKeyChecking=yes"));
            }
            return new ProcessBuilder(pinned).inheritIO().start().waitFor();
        } finally {
            Files.deleteIfExists(known);
        }
    }
}
