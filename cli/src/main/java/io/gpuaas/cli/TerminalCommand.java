package io.gpuaas.cli;

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
            "Opens a shell in an allocation; ends with the shell's exit code.",
            "A connection that breaks or falls silent is made anew, and goes on where it broke.",
            "At the beginning of a line ~. leaves the terminal, which goes on; ~? lists what else there is."
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

    /** A shell of one's own is left with exit, and says so itself by its prompt. */
    private void sayHowToLeave(Screen screen) {
        if (session.terminal().interactive() && (watch || attach != null || join != null)) {
            screen.tell((watch ? "Ctrl-C, or " : "") + "~. at the beginning of a line, leaves; the terminal goes on");
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
            session.terminal().err().println("You left; the terminal goes on.");
            return 0;
        }
        session.terminal()
                .err()
                .println(
                        "The terminal ended: " + Words.printable(ending.reason().replace('_', ' ')) + ".");
        return Gpuaas.REFUSED;
    }

    /** Who came to watch and took the keyboard over writes until somebody takes it back. */
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
                screen.tell("somebody else writes; what you type is dropped."
                        + " ~t at the beginning of a line takes the keyboard over");
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
