package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.api.CommandOutput;
import io.gpuaas.api.CommandState;
import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.controlplane.terminal.commands.CommandRecord.End;
import io.gpuaas.controlplane.terminal.commands.CommandStore.Piece;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.recording.Segment;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes what nodes upload of commands: pieces of output, each after the former, and the end. The answer says how much of
 * the stream is stored, so that a node which lost its count goes on from there.
 */
@Component
class CommandIntake implements NodeUpload {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern REASON = Pattern.compile("[a-z_]{1,60}");
    private static final String END = "end";

    /** Of the smallest pieces an honest node sends: it waits longer between them the longer a command runs. */
    private static final int PIECES_MAX_OVERHEAD = 1 << 20;

    private static final long LARGEST_PIECE = 1 << 20;
    private static final long SMALL_PIECES_MAX = 20_000;

    private final CommandStore store;
    private final CommandOutputs outputs;
    private final Clock clock;

    CommandIntake(CommandStore store, CommandOutputs outputs, Clock clock) {
        this.store = store;
        this.outputs = outputs;
        this.clock = clock;
    }

    /** How many bytes of the stream are stored now. */
    record Stored(long stored) {}

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public Stored take(Arrived arrived) {
        List<String> words = arrived.words();
        CommandRecord command = store.find(id(words))
                .filter(found -> found.node().equals(arrived.node()))
                .orElseThrow(CommandErrors::noSuchCommand);
        byte[] bytes = arrived.body().bytes();
        if (!Segment.digest(bytes).equals(arrived.sha256())) {
            throw CommandErrors.outputRefused("its digest does not match");
        }
        if (words.size() == 2 && words.get(1).equals(END)) {
            store.reported(command.id(), end(bytes, command), clock.instant());
            return new Stored(0);
        }
        return keep(command, piece(words, bytes, arrived.sha256()), bytes);
    }

    private static CommandId id(List<String> words) {
        try {
            return CommandId.parse(words.isEmpty() ? "" : words.getFirst());
        } catch (IllegalArgumentException e) {
            throw CommandErrors.noSuchCommand();
        }
    }

    private static Piece piece(List<String> words, byte[] bytes, String sha256) {
        try {
            return new Piece(CommandOutput.fromWire(words.get(1)), Long.parseLong(words.get(2)), bytes.length, sha256);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw CommandErrors.noSuchCommand();
        }
    }

    Stored keep(CommandRecord command, Piece piece, byte[] bytes) {
        CommandRecord.Output output = command.output();
        long stored = piece.stream() == CommandOutput.STDOUT ? output.stdoutStored() : output.stderrStored();
        if (piece.from() != stored || piece.bytes() == 0) {
            return new Stored(stored);
        }
        if (output.stdoutStored() + output.stderrStored() + piece.bytes() > output.max() + PIECES_MAX_OVERHEAD) {
            throw CommandErrors.outputRefused("the command's limit is reached");
        }
        if (output.pieces() > output.max() / LARGEST_PIECE + SMALL_PIECES_MAX) {
            throw CommandErrors.outputRefused("it came in too many pieces");
        }
        outputs.put(command.id(), piece, bytes);
        if (!store.keep(command.id(), piece)) {
            requireSame(command.id(), piece);
        }
        return new Stored(piece.to());
    }

    /** A repeat may overtake the first attempt; anything else at its place is not what was stored. */
    private void requireSame(CommandId command, Piece piece) {
        if (!store.listPieces(command, piece.stream(), piece.from(), 1).contains(piece)) {
            outputs.drop(command, piece);
            throw CommandErrors.outputRefused("other output was stored meanwhile");
        }
    }

    /** The command is over in any case, also when the node's words make no sense. */
    private static End end(byte[] said, CommandRecord command) {
        try {
            JsonNode report = JSON.readTree(said);
            String reason = report.path("reason").asString("");
            JsonNode code = report.path("code");
            return new End(
                    state(report.path("state").asString("")),
                    code.isInt() ? code.intValue() : null,
                    REASON.matcher(reason).matches() ? reason : null,
                    bytes(report.path("stdout"), command),
                    bytes(report.path("stderr"), command),
                    report.path("truncated").asBoolean(false));
        } catch (JacksonException e) {
            return new End(CommandState.UNKNOWN, null, null, 0L, 0L, true);
        }
    }

    private static CommandState state(@Nullable String said) {
        return switch (String.valueOf(said).toLowerCase(Locale.ROOT)) {
            case "exited" -> CommandState.EXITED;
            case "canceled" -> CommandState.CANCELED;
            case "failed" -> CommandState.FAILED;
            default -> CommandState.UNKNOWN;
        };
    }

    private static long bytes(JsonNode said, CommandRecord command) {
        return Math.clamp(said.asLong(0), 0, command.output().max());
    }
}
