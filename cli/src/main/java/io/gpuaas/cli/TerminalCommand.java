package io.gpuaas.cli;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.ServerUnreachableException;
import io.gpuaas.sdk.TerminalAccess;
import io.gpuaas.sdk.TerminalClient;
import io.gpuaas.sdk.TerminalClient.Ending;
import io.gpuaas.sdk.TerminalClient.Part;
import io.gpuaas.sdk.TerminalsApi;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "terminal",
        mixinStandardHelpOptions = true,
        description = {
            "Opens a shell in an allocation; ends with the shell's exit code.",
            "A connection that breaks is made anew, and goes on where it broke."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas terminal 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas terminal 0198c0de-0000-7000-8000-000000000007 \\",
            "      --attach 0198c0de-0000-7000-8000-000000000009 --take-over",
        })
final class TerminalCommand implements Callable<Integer> {

    private static final int RECONNECTS_MAX = 8;
    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(500);
    private static final Duration LOOK_AT_SIZE = Duration.ofMillis(250);
    private static final byte[] END_OF_INPUT = {4};
    private static final int INPUT_BYTES = 8 * 1024;

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(paramLabel = "ALLOCATION", description = AllocationsCommand.ID)
    @SuppressWarnings("NullAway.Init")
    private AllocationId allocation;

    @Option(names = "--attach", paramLabel = "TERMINAL", description = "Come back to a terminal that is open.")
    private @Nullable TerminalId attach;

    @Option(
            names = "--join",
            paramLabel = "TERMINAL",
            description = "Watch a terminal of somebody else, who sees it; with --take-over write in it.")
    private @Nullable TerminalId join;

    @Option(names = "--watch", description = "Only watch.")
    private boolean watch;

    @Option(names = "--take-over", description = "Write, also when somebody else does; they are told.")
    private boolean takeOver;

    TerminalCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        TerminalsApi api = session.connect().terminals();
        ProjectId project = in.choose(session.connect());
        if (attach != null && join != null) {
            throw new IllegalArgumentException("Name one terminal, with --attach or with --join.");
        }
        watch = watch || (join != null && !takeOver);
        TerminalAccess access = attach == null && join == null
                ? api.openTerminal(project, allocation)
                : comeTo(api, project, Objects.requireNonNull(attach == null ? join : attach));
        try (HttpClient http = HttpClient.newHttpClient();
                RawMode raw = RawMode.enter(session.terminal().interactive());
                TerminalClient client = new TerminalClient(http, raw.size(), new Screen(session.terminal()))) {
            Thread.ofPlatform().daemon().name("keyboard").start(() -> readKeys(client));
            Thread.ofVirtual().name("window").start(() -> watchSize(client, raw));
            Ending ending = carry(client, api, project, access);
            client.close();
            http.shutdownNow();
            return exitCode(ending, raw);
        }
    }

    private TerminalAccess comeTo(TerminalsApi api, ProjectId project, TerminalId terminal) {
        if (join == null) {
            return api.attachTerminal(project, allocation, terminal);
        }
        return takeOver
                ? api.takeOverTerminal(project, allocation, terminal)
                : api.joinTerminal(project, allocation, terminal);
    }

    private Ending carry(TerminalClient client, TerminalsApi api, ProjectId project, TerminalAccess first)
            throws InterruptedException {
        Part part = watch ? Part.WATCH : takeOver ? Part.TAKE_OVER : Part.WRITE;
        Ending ending = client.carry(first, part);
        long shown = client.received();
        for (int tries = 1; !ending.isFinal() && tries <= RECONNECTS_MAX; tries++) {
            Thread.sleep(RECONNECT_PAUSE.multipliedBy(tries));
            try {
                ending = client.carry(comeTo(api, project, first.terminal().id()), watch ? part : Part.WRITE);
            } catch (ServerUnreachableException e) {
                ending = new Ending("not reached: " + e.getMessage(), null, false);
            } catch (GpuaasException e) {
                return new Ending(String.valueOf(e.getMessage()), null, true);
            }
            if (client.received() > shown) {
                // It was there again: what breaks later is another break.
                shown = client.received();
                tries = 0;
            }
        }
        return ending;
    }

    private int exitCode(Ending ending, RawMode raw) {
        Integer code = ending.exitCode();
        if (code != null) {
            return code;
        }
        raw.close();
        session.terminal()
                .err()
                .println("The terminal ended: " + ending.reason().replace('_', ' ') + ".");
        return Gpuaas.REFUSED;
    }

    private void readKeys(TerminalClient client) {
        byte[] buffer = new byte[INPUT_BYTES];
        try {
            int count;
            while ((count = session.terminal().in().read(buffer)) >= 0) {
                client.type(Arrays.copyOf(buffer, count));
            }
            client.type(END_OF_INPUT);
        } catch (IOException | InterruptedException e) {
            // Nothing more can be typed; what is printed is still shown.
        }
    }

    private static void watchSize(TerminalClient client, RawMode raw) {
        try {
            while (!raw.isClosed()) {
                client.resize(Objects.requireNonNull(raw.size()));
                Thread.sleep(LOOK_AT_SIZE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
