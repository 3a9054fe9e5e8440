package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.api.CommandOutput;
import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.controlplane.terminal.commands.CommandStore.Piece;
import io.gpuaas.kernel.CommandId;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Output of commands in the object store. The digest is part of a name: different content is a different object. */
@Component
class CommandOutputs {

    private static final long READ_BYTES_MAX = 4L << 20;
    private static final int PIECES_AT_ONCE = 100;

    private final CommandStore store;
    private final ObjectStore objects;

    CommandOutputs(CommandStore store, ObjectStore objects) {
        this.store = store;
        this.objects = objects;
    }

    private static ObjectName name(CommandId command, Piece piece) {
        return new ObjectName(String.format(
                Locale.ROOT, "commands/%s/%s/%013d-%s", command, piece.stream().wire(), piece.from(), piece.sha256()));
    }

    void put(CommandId command, Piece piece, byte[] bytes) {
        try {
            objects.put(name(command, piece), bytes);
        } catch (IOException e) {
            throw CommandErrors.unavailable("store", e);
        }
    }

    /** One that is not listed. */
    void drop(CommandId command, Piece piece) {
        try {
            objects.delete(name(command, piece));
        } catch (IOException e) {
            throw CommandErrors.unavailable("delete", e);
        }
    }

    /** At most so much that a reader who goes away and comes back loses little. */
    Download read(CommandId command, CommandOutput stream, long offset) {
        List<Piece> pieces = store.listPieces(command, stream, offset, PIECES_AT_ONCE);
        return new Download(
                "application/octet-stream",
                "command-" + command + "-" + stream.wire(),
                out -> write(command, pieces, offset, out));
    }

    private void write(CommandId command, List<Piece> pieces, long offset, OutputStream out) throws IOException {
        long written = 0;
        for (Piece piece : pieces) {
            // An answer that breaks off says that something is missing; a shorter one would say that all is there.
            byte[] bytes = objects.find(name(command, piece))
                    .orElseThrow(() -> new IOException("output of command " + command + " is missing"));
            int skipped = (int) Math.max(0, offset - piece.from());
            int count = (int) Math.min((long) bytes.length - skipped, READ_BYTES_MAX - written);
            out.write(bytes, skipped, count);
            written += count;
            if (written >= READ_BYTES_MAX) {
                return;
            }
        }
    }

    /** Objects first: what is still listed can be deleted again. */
    void delete(CommandId command) throws IOException {
        for (CommandOutput stream : CommandOutput.values()) {
            long offset = 0;
            List<Piece> page = store.listPieces(command, stream, offset, PIECES_AT_ONCE);
            while (!page.isEmpty()) {
                for (Piece piece : page) {
                    objects.delete(name(command, piece));
                    offset = piece.to();
                }
                page = store.listPieces(command, stream, offset, PIECES_AT_ONCE);
            }
        }
        store.delete(command);
    }
}
