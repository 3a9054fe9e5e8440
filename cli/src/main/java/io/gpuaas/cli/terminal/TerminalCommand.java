package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.TerminalAccess;
import io.gpuaas.sdk.TerminalClient;
import io.gpuaas.sdk.TerminalClient.Ending;
import io.gpuaas.sdk.TerminalClient.Part;
import io.gpuaas.sdk.TerminalsApi;
import java.net.http.HttpClient;
import java.time.Duration;
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
            "Open a shell in an allocation; exits with the shell's exit code.",
            "A lost connection is restored and the session continues where it stopped.",
            "At the start of a line, ~. disconnects and leaves the terminal running; ~? lists more keys."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas terminal 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas terminal 0198c0de-0000-7000-8000-000000000007 \\",
            "      --attach 0198c0de-0000-7000-8000-000000000009 --take-over",
        })
final class TerminalCommand implements Callable<Integer> {

    private static final Duration LOOK_AT_SIZE = Duration.ofMillis(250);

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID)
    @SuppressWarnings("NullAway.Init")
    private AllocationId allocation;

    @Option(names = "--attach", paramLabel = "TERMINAL", description = "Your open terminal to return to.")
    private @Nullable TerminalId attach;

    @Option(
            names = "--join",
            paramLabel = "TERMINAL",
            description = "Another user's terminal to watch; the user is notified. With --take-over, type in it.")
    private @Nullable TerminalId join;

    @Option(names = "--watch", description = "Watch without typing.")
    private boolean watch;

    @Option(names = "--take-over", description = "Take over the keyboard, even from another user, who is notified.")
    private boolean takeOver;

    TerminalCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        TerminalsApi api = session.connect().terminals();
        ProjectId project = in.choose(session.connect());
        if (attach != null && join != null) {
            throw new IllegalArgumentException("Specify --attach or --join, not both.");
        }
        watch = watch || (join != null && !takeOver);
        TerminalAccess access = attach == null && join == null
                ? api.openTerminal(project, allocation)
                : comeTo(api, project, Objects.requireNonNull(attach == null ? join : attach));
        Screen screen = new Screen(session.terminal());
        try (HttpClient http = HttpClient.newHttpClient();
                RawMode raw = RawMode.enter(session.terminal());
                TerminalClient client = new TerminalClient(http, raw.size(), screen)) {
            Reconnecting reconnecting = new Reconnecting(screen::tell);
            sayHowToLeave(screen);
            new Keyboard(session.terminal(), far(client, screen), escapes(client, reconnecting, screen)).start();
            Thread.ofVirtual().name("window").start(() -> watchSize(client, raw));
            Ending ending = reconnecting.carry(connections(client, api, project, access));
            client.close();
            screen.end();
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

    /** Prints how to leave, except for a newly opened shell, which is left with {@code exit}. */
    private void sayHowToLeave(Screen screen) {
        if (session.terminal().interactive() && (watch || attach != null || join != null)) {
            screen.tell("to leave, " + (watch ? "press Ctrl-C or " : "")
                    + "type ~. at the start of a line; the terminal keeps running");
        }
    }

    private Reconnecting.Connections connections(
            TerminalClient client, TerminalsApi api, ProjectId project, TerminalAccess first) {
        Part part = watch ? Part.WATCH : takeOver ? Part.TAKE_OVER : Part.WRITE;
        return new Reconnecting.Connections() {
            @Override
            public Ending carry(boolean isFirst) throws InterruptedException {
                return isFirst
                        ? client.carry(first, part)
                        : client.carry(
                                comeTo(api, project, first.terminal().id()), watches(client) ? part : Part.WRITE);
            }

            @Override
            public int opened() {
                return client.openings();
            }
        };
    }

    private int exitCode(Ending ending, RawMode raw) {
        Integer code = ending.exitCode();
        if (code != null) {
            raw.keepModes();
            return code;
        }
        raw.close();
        if (ending.equals(Reconnecting.LEFT)) {
            session.terminal().err().println("Disconnected; the terminal keeps running.");
            return 0;
        }
        session.terminal()
                .err()
                .println("Terminal ended: " + Words.printable(ending.reason().replace('_', ' ')) + ".");
        return ExitCode.REFUSED;
    }

    /**
     * Returns whether this client only watches. A watcher who took over the keyboard types until another user takes it
     * back.
     */
    private boolean watches(TerminalClient client) {
        return watch && !client.isWriter();
    }

    private static Keyboard.Far far(TerminalClient client, Screen screen) {
        return new Keyboard.Far() {
            @Override
            public boolean isConnected() {
                return client.isConnected();
            }

            @Override
            public boolean press(byte[] keys) throws InterruptedException {
                return client.press(keys);
            }

            @Override
            public void tellDropped() {
                screen.tell("another user has the keyboard; your input is discarded."
                        + " Type ~t at the start of a line to take over");
            }

            @Override
            public void type(byte[] bytes) throws InterruptedException {
                client.type(bytes);
            }
        };
    }

    private EscapeKeys escapes(TerminalClient client, Reconnecting reconnecting, Screen screen) {
        return new EscapeKeys(() -> watches(client), new EscapeKeys.Acts() {
            @Override
            public void leave() {
                reconnecting.leave();
                client.close();
            }

            @Override
            public void reconnect() {
                reconnecting.hurry();
            }

            @Override
            public void takeOver() {
                client.takeOver();
            }

            @Override
            public void list() {
                screen.tell(EscapeKeys.LIST);
            }
        });
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
