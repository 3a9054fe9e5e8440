package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.task.FileTasks.TransferFile;
import io.gpuaas.kernel.recording.Segment;
import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes and files; the network is left out. */
class FileTransferTest {

    private static final long MAX = 5_000_000;

    @TempDir
    Path place;

    private Path home;

    @SuppressWarnings("NullAway.Init")
    FileTransferTest() {}

    @BeforeEach
    void makeHome() throws Exception {
        home = Files.createDirectories(place.resolve("home"));
        Files.writeString(place.resolve("secret"), "of somebody else");
        Files.createSymbolicLink(home.resolve("link"), place.resolve("secret"));
        Files.createSymbolicLink(home.resolve("way-out"), place);
    }

    private Shell login() {
        return new Shell(List.of("/bin/bash", "-l"), Map.of("PATH", "/usr/bin:/bin"), home, null);
    }

    private static TransferFile upload(String path, byte[] announced) {
        return task("upload", path, (long) announced.length, Segment.digest(announced));
    }

    private static TransferFile download(String path) {
        return task("download", path, null, null);
    }

    private static TransferFile task(String direction, String path, @Nullable Long bytes, @Nullable String sha256) {
        return new TransferFile(
                UUID.randomUUID(), UUID.randomUUID(), "wss://x", "somebody", direction, path, MAX, 60, bytes, sha256);
    }

    /** Stands at the other end: sends what it has one frame at a time as it is asked, keeps what it gets. */
    private final class Peer implements WebSocket {

        private final FileTransfer transfer;
        private final byte[] sends;
        private final ByteArrayOutputStream got = new ByteArrayOutputStream();
        private final List<String> texts = new CopyOnWriteArrayList<>();
        private int sent;

        Peer(TransferFile task, byte[] sends) {
            this.transfer = new FileTransfer(task);
            this.sends = sends;
        }

        FileTransfer.Outcome run() throws Exception {
            return transfer.carry(this, login());
        }

        @Override
        public void request(long n) {
            Thread.ofVirtual().start(this::sendOne);
        }

        private void sendOne() {
            if (sent < sends.length) {
                int end = Math.min(sends.length, sent + 60_000);
                byte[] piece = Arrays.copyOfRange(sends, sent, end);
                sent = end;
                transfer.onBinary(this, ByteBuffer.wrap(piece), true);
            } else if (sends.length > 0) {
                transfer.onClose(this, 1000, "");
            }
        }

        @Override
        public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
            texts.add(data.toString());
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
            byte[] piece = new byte[data.remaining()];
            data.get(piece);
            got.writeBytes(piece);
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public CompletableFuture<WebSocket> sendPong(ByteBuffer message) {
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public CompletableFuture<WebSocket> sendClose(int code, String reason) {
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public String getSubprotocol() {
            return "gpuaas.stream.v1";
        }

        @Override
        public boolean isOutputClosed() {
            return false;
        }

        @Override
        public boolean isInputClosed() {
            return true;
        }

        @Override
        public void abort() {}
    }

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private String reason(TransferFile task, byte[] sends) throws Exception {
        return String.valueOf(new Peer(task, sends).run().reason());
    }

    @Test
    void aFileArrivesByteForByteAndComesBackTheSame() throws Exception {
        byte[] bytes = noise(3_000_000);
        Peer up = new Peer(upload("data $(touch x); 'q'.bin", bytes), bytes);
        assertThat(up.run()).isEqualTo(new FileTransfer.Outcome(null, bytes.length, Segment.digest(bytes)));
        assertThat(up.texts.getLast()).contains("finished").contains(Segment.digest(bytes));
        assertThat(home.resolve("data $(touch x); 'q'.bin")).hasBinaryContent(bytes);
        Peer down = new Peer(download("data $(touch x); 'q'.bin"), new byte[0]);
        assertThat(down.run().sha256()).isEqualTo(Segment.digest(bytes));
        assertThat(down.got.toByteArray()).isEqualTo(bytes);
        assertThat(down.texts.getFirst()).isEqualTo("{\"type\":\"file\",\"bytes\":3000000}");
    }

    @Test
    void anEmptyFileIsAFile() throws Exception {
        assertThat(reason(upload("-empty", new byte[0]), new byte[0])).isEqualTo("null");
        assertThat(reason(download("-empty"), new byte[0])).isEqualTo("null");
    }

    @Test
    void nothingOutsideOfTheHomeIsReadOrWrittenWhateverLinksAndDotsSay() throws Exception {
        for (String path : new String[] {"link", "way-out/secret", "../secret"}) {
            Peer peer = new Peer(download(path), new byte[0]);
            assertThat(peer.run().reason()).as(path).isEqualTo("outside_of_home");
            assertThat(peer.got.size()).isZero();
        }
        byte[] bytes = noise(10);
        assertThat(reason(upload("way-out/new", bytes), bytes)).isEqualTo("outside_of_home");
        assertThat(reason(upload("../new", bytes), bytes)).isEqualTo("outside_of_home");
        assertThat(place.resolve("new")).doesNotExist();
        // A link in the file's own place is replaced and not followed.
        assertThat(reason(upload("link", bytes), bytes)).isEqualTo("null");
        assertThat(Files.readString(place.resolve("secret"))).isEqualTo("of somebody else");
        assertThat(home.resolve("link")).hasBinaryContent(bytes).isRegularFile();
    }

    @Test
    void whatIsNotWhatWasAnnouncedLeavesNothingBehind() throws Exception {
        byte[] bytes = noise(100_000);
        byte[] other = noise(100_000);
        other[99_999]++;
        Files.writeString(home.resolve("kept"), "before");
        assertThat(reason(upload("kept", bytes), other)).isEqualTo("not_what_was_announced");
        assertThat(reason(upload("kept", bytes), Arrays.copyOf(bytes, 70_000))).isEqualTo("left");
        assertThat(reason(upload("kept", bytes), noise(130_000))).isEqualTo("too_much");
        assertThat(home.resolve("kept")).hasContent("before");
        try (var files = Files.list(home)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("kept", "link", "way-out");
        }
    }

    @Test
    void whatIsMissingTooLargeOrNoFileIsSaid() throws Exception {
        assertThat(reason(download("missing"), new byte[0])).isEqualTo("not_found");
        Files.createDirectories(home.resolve("folder"));
        assertThat(reason(download("folder"), new byte[0])).isEqualTo("no_file");
        byte[] bytes = "x".getBytes(StandardCharsets.UTF_8);
        assertThat(reason(upload("folder", bytes), bytes)).isEqualTo("no_file");
        assertThat(reason(upload("missing/file", bytes), bytes)).isEqualTo("not_found");
        Files.write(home.resolve("large"), new byte[(int) MAX + 1]);
        assertThat(reason(download("large"), new byte[0])).isEqualTo("too_large");
    }
}
