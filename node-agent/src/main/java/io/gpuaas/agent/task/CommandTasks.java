package io.gpuaas.agent.task;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Programs of people without a terminal. A command goes on after the task that started it has ended. */
public final class CommandTasks {

    private static final Pattern GATEWAY_URL = Pattern.compile("wss://[!-~]+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern WORD = Pattern.compile("[^\\x00]*");
    private static final Pattern FOLDER = Pattern.compile("[^\\p{Cntrl}]+");
    private static final int SECONDS_MAX = 30 * 86_400;

    private CommandTasks() {}

    public sealed interface Payload extends TaskPayload {}

    public record StartCommand(
            UUID commandId,
            UUID allocationId,
            String username,
            List<String> argv,
            @Nullable Map<String, String> environment,
            @Nullable String workingDirectory,
            @Nullable Boolean stdin,
            int secondsMax,
            long outputBytesMax)
            implements Payload {

        public StartCommand {
            Fields.required("command_id", commandId);
            Fields.required("allocation_id", allocationId);
            Fields.login(username);
            argv = Fields.texts("argv", Fields.required("argv", argv), 256, 32_768, WORD);
            Fields.check(!argv.isEmpty() && !argv.getFirst().isEmpty(), "argv names no program");
            environment = environment == null ? Map.of() : Map.copyOf(environment);
            Fields.check(environment.size() <= 100, "environment has more than 100 variables");
            environment.forEach((name, value) -> {
                Fields.text("environment", name, 200, NAME);
                Fields.text("environment", value, 8_192, WORD);
            });
            if (workingDirectory != null) {
                Fields.text("working_directory", workingDirectory, 1_000, FOLDER);
            }
            stdin = stdin != null && stdin;
            Fields.range("seconds_max", secondsMax, 1, SECONDS_MAX);
            Fields.range("output_bytes_max", outputBytesMax, 0, 1L << 40);
        }

        public boolean hasStdin() {
            return Boolean.TRUE.equals(stdin);
        }

        public Map<String, String> variables() {
            return environment == null ? Map.of() : environment;
        }
    }

    public record CommandStarted(UUID commandId) {}

    public record AttachCommand(UUID commandId, UUID streamId, UUID allocationId, String gatewayUrl)
            implements Payload {

        public AttachCommand {
            Fields.required("command_id", commandId);
            Fields.required("stream_id", streamId);
            Fields.required("allocation_id", allocationId);
            Fields.text("gateway_url", gatewayUrl, 500, GATEWAY_URL);
        }
    }

    public record CommandAttached(UUID commandId) {}

    public record CancelCommand(UUID commandId) implements Payload {

        public CancelCommand {
            Fields.required("command_id", commandId);
        }
    }

    public record CommandCanceled(boolean running) {}
}
