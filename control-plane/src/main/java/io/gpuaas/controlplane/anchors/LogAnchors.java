package io.gpuaas.controlplane.anchors;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines of JSON in a file, each on the disk before it counts. A line torn by a crash is passed over. */
final class LogAnchors implements AnchorStore {

    private final Path file;

    LogAnchors(Path file) {
        this.file = file;
    }

    @Override
    public synchronized void write(Anchor anchor) throws IOException {
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            String line = (endsInALine() ? "" : "\n") + AnchorJson.line(anchor);
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
    }

    private boolean endsInALine() throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return in.size() == 0 || (in.read(last, in.size() - 1) == 1 && last.get(0) == '\n');
        }
    }

    /** The newest; what is known already is read again, since the file may have been rotated. */
    @Override
    public List<Anchor> listAfter(String chain, @Nullable Anchor last, int limit) throws IOException {
        if (Files.notExists(file)) {
            return List.of();
        }
        Deque<Anchor> newest = new ArrayDeque<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                AnchorJson.read(line)
                        .filter(anchor -> anchor.chain().equals(chain))
                        .ifPresent(newest::add);
                if (newest.size() > limit) {
                    newest.removeFirst();
                }
            }
        }
        return List.copyOf(newest);
    }
}
