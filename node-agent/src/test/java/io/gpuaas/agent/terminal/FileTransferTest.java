package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.host.HostLogin;
import io.gpuaas.agent.host.Login;
import io.gpuaas.agent.task.FileTasks.TransferFile;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.kernel.recording.Segment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Real processes and files; the network is left out. */
class FileTransferTest {

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

    private Login login() {
        return new HostLogin(List.of(), Map.of("PATH", "/usr/bin:/bin"), home, null);
    }

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private String reason(TransferFile task, byte[] sends) throws Exception {
        return String.valueOf(new FilePeer(task, sends).run(login()).reason());
    }

    @Test
    void aFileArrivesByteForByteAndComesBackTheSame() throws Exception {
        byte[] bytes = noise(3_000_000);
        FilePeer up = new FilePeer(FileOrders.upload("data $(touch x); 'q'.bin", bytes), bytes);
        assertThat(up.run(login())).isEqualTo(new FileTransfer.Outcome(null, bytes.length, Segment.digest(bytes)));
        assertThat(up.texts.getLast()).contains("finished").contains(Segment.digest(bytes));
        assertThat(home.resolve("data $(touch x); 'q'.bin")).hasBinaryContent(bytes);
        FilePeer down = new FilePeer(FileOrders.download("data $(touch x); 'q'.bin"), new byte[0]);
        assertThat(down.run(login()).sha256()).isEqualTo(Segment.digest(bytes));
        assertThat(down.got.toByteArray()).isEqualTo(bytes);
        assertThat(down.texts.getFirst()).isEqualTo("{\"type\":\"file\",\"bytes\":3000000}");
    }

    @Test
    void aStalledUploadLosesItsSlot() throws Exception {
        byte[] bytes = noise(100_000);
        FileTransfer transfer = new FileTransfer(FileOrders.upload("half", bytes), Duration.ofMillis(300));
        FilePeer half = new FilePeer(transfer, Arrays.copyOf(bytes, 60_000)) {
            @Override
            void sendNothingMore() {
                // Neither bytes nor a goodbye.
            }
        };
        assertThat(half.run(login())).isEqualTo(new FileTransfer.Outcome("stuck", 60_000, null));
        assertThat(home.resolve("half")).doesNotExist();
    }

    @Test
    void anEmptyFileIsAFile() throws Exception {
        assertThat(reason(FileOrders.upload("-empty", new byte[0]), new byte[0]))
                .isEqualTo("null");
        assertThat(reason(FileOrders.download("-empty"), new byte[0])).isEqualTo("null");
    }

    @Test
    void nothingOutsideOfTheHomeIsReadOrWrittenWhateverLinksAndDotsSay() throws Exception {
        for (String path : new String[] {"link", "way-out/secret", "../secret"}) {
            FilePeer peer = new FilePeer(FileOrders.download(path), new byte[0]);
            assertThat(peer.run(login()).reason()).as(path).isEqualTo("outside_of_home");
            assertThat(peer.got.size()).isZero();
        }
        byte[] bytes = noise(10);
        assertThat(reason(FileOrders.upload("way-out/new", bytes), bytes)).isEqualTo("outside_of_home");
        assertThat(reason(FileOrders.upload("../new", bytes), bytes)).isEqualTo("outside_of_home");
        assertThat(place.resolve("new")).doesNotExist();
        // A link in the file's own place is replaced and not followed.
        assertThat(reason(FileOrders.upload("link", bytes), bytes)).isEqualTo("null");
        assertThat(Files.readString(place.resolve("secret"))).isEqualTo("of somebody else");
        assertThat(home.resolve("link")).hasBinaryContent(bytes).isRegularFile();
    }

    @Test
    void anUploadThatDiffersFromItsAnnouncementLeavesNothingBehind() throws Exception {
        byte[] bytes = noise(100_000);
        byte[] other = noise(100_000);
        other[99_999]++;
        Files.writeString(home.resolve("kept"), "before");
        assertThat(reason(FileOrders.upload("kept", bytes), other)).isEqualTo("not_what_was_announced");
        assertThat(reason(FileOrders.upload("kept", bytes), Arrays.copyOf(bytes, 70_000)))
                .isEqualTo("left");
        assertThat(reason(FileOrders.upload("kept", bytes), noise(130_000))).isEqualTo("too_much");
        assertThat(home.resolve("kept")).hasContent("before");
        try (var files = Files.list(home)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("kept", "link", "way-out");
        }
    }

    @Test
    void aFolderIsListedWithTypesSizesAndNamesOfAnyKind() throws Exception {
        Files.createDirectories(home.resolve("data/-deep"));
        Files.writeString(home.resolve("data/two\nlines\t$(touch x)"), "1234567");
        Files.setLastModifiedTime(
                home.resolve("data/two\nlines\t$(touch x)"), FileTime.from(Instant.ofEpochSecond(1_700_000_000)));
        Files.createSymbolicLink(home.resolve("data/back"), home);
        Files.createSymbolicLink(home.resolve("data/broken"), Path.of("nowhere"));
        assertThat(list("data"))
                .containsExactlyInAnyOrderElementsOf(List.of(
                        "{\"name\":\"-deep\",\"type\":\"folder\",\"is_link\":false}",
                        "{\"name\":\"two\\nlines\\t$(touch x)\",\"type\":\"file\",\"is_link\":false,\"bytes\":7}",
                        "{\"name\":\"back\",\"type\":\"folder\",\"is_link\":true}",
                        "{\"name\":\"broken\",\"type\":\"other\",\"is_link\":true}"));
        assertThat(raw("data")).contains("\"modified_seconds\":1700000000");
        assertThat(list(".")).hasSize(3);
        assertThat(list("data/-deep")).isEmpty();
    }

    @Test
    void noFolderOutsideOfTheHomeIsListed() throws Exception {
        for (String path : new String[] {"way-out", "..", "data/../../home-of-others"}) {
            Files.createDirectories(place.resolve("home-of-others"));
            Files.createDirectories(home.resolve("data"));
            FilePeer peer = new FilePeer(FileOrders.listing(path), new byte[0]);
            assertThat(peer.run(login()).reason()).as(path).isEqualTo("outside_of_home");
            assertThat(peer.got.size()).isZero();
        }
        Files.writeString(home.resolve("file"), "x");
        assertThat(reason(FileOrders.listing("file"), new byte[0])).isEqualTo("no_folder");
        assertThat(reason(FileOrders.listing("missing"), new byte[0])).isEqualTo("not_found");
    }

    @Test
    void aListingHasABoundAndSaysThatThereIsMore() throws Exception {
        Path many = Files.createDirectories(home.resolve("many"));
        for (int number = 0; number <= FolderListing.ENTRIES_MAX; number++) {
            Files.createFile(many.resolve("f" + number));
        }
        JsonNode listing = Json.LENIENT.readTree(raw("many"));
        assertThat(listing.path("is_truncated").asBoolean()).isTrue();
        assertThat(listing.path("entries").size()).isEqualTo(FolderListing.ENTRIES_MAX);
        Files.delete(many.resolve("f0"));
        listing = Json.LENIENT.readTree(raw("many"));
        assertThat(listing.path("is_truncated").asBoolean()).isFalse();
        assertThat(listing.path("entries").size()).isEqualTo(FolderListing.ENTRIES_MAX);
    }

    private String raw(String path) throws Exception {
        FilePeer peer = new FilePeer(FileOrders.listing(path), new byte[0]);
        FileTransfer.Outcome outcome = peer.run(login());
        assertThat(outcome.reason()).isNull();
        assertThat(outcome.sha256()).isEqualTo(Segment.digest(peer.got.toByteArray()));
        return peer.got.toString(StandardCharsets.UTF_8);
    }

    /** The entries without their times. */
    private List<String> list(String path) throws Exception {
        return Json.LENIENT
                .readTree(raw(path))
                .path("entries")
                .valueStream()
                .map(entry -> ((ObjectNode) entry).without("modified_seconds").toString())
                .toList();
    }

    @Test
    void aPathThatIsMissingTooLargeOrNoFileIsRefused() throws Exception {
        assertThat(reason(FileOrders.download("missing"), new byte[0])).isEqualTo("not_found");
        Files.createDirectories(home.resolve("folder"));
        assertThat(reason(FileOrders.download("folder"), new byte[0])).isEqualTo("no_file");
        byte[] bytes = "x".getBytes(StandardCharsets.UTF_8);
        assertThat(reason(FileOrders.upload("folder", bytes), bytes)).isEqualTo("no_file");
        assertThat(reason(FileOrders.upload("missing/file", bytes), bytes)).isEqualTo("not_found");
        Files.write(home.resolve("large"), new byte[(int) FileOrders.MAX + 1]);
        assertThat(reason(FileOrders.download("large"), new byte[0])).isEqualTo("too_large");
    }
}
