package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.kernel.recording.SegmentHeader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies recordings from a server that may have been tampered with. */
class RecordingVerificationTest {

    private static final String T = "0198c0de-0000-7000-8000-000000000005";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String ADDRESS = "GET /api/v1/projects/" + P + "/recordings/" + T;

    @TempDir
    Path folder;

    private FakeServer server;
    private Shell shell;

    /** The stored segments, by number. */
    private final Map<Integer, byte[]> kept = new TreeMap<>();

    private final Map<Integer, String> digests = new TreeMap<>();

    @SuppressWarnings("NullAway.Init")
    RecordingVerificationTest() {}

    @BeforeEach
    void start() throws Exception {
        server = new FakeServer();
        shell = new Shell(folder).set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "secret");
        String previous = SegmentHeader.NO_DIGEST;
        for (int number = 0; number < 4; number++) {
            ByteBuffer header =
                    new SegmentHeader(UUID.fromString(T), number, previous, 0, Instant.EPOCH, 80, 24).write();
            ByteBuffer event = new RecordedEvent(
                            Kind.OUTPUT, 1, ByteBuffer.wrap(("line " + number).getBytes(StandardCharsets.UTF_8)))
                    .write();
            byte[] bytes = ByteBuffer.allocate(header.remaining() + event.remaining())
                    .put(header)
                    .put(event)
                    .array();
            previous = Segment.digest(bytes);
            kept.put(number, bytes);
            digests.put(number, previous);
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private byte[] zip() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<Integer, byte[]> segment : kept.entrySet()) {
                zip.putNextEntry(new ZipEntry(String.format(
                        Locale.ROOT, "%08d-%s.segment", segment.getKey(), digests.get(segment.getKey()))));
                zip.write(segment.getValue());
            }
        }
        return out.toByteArray();
    }

    private int verify() throws IOException {
        List<String> listed = new ArrayList<>();
        digests.forEach((number, digest) -> listed.add("""
                {"number":%d,"from_millis":0,"to_millis":1,"from_offset":0,"to_offset":1,"bytes":100,"sha256":"%s",
                 "is_chained":true,"stored_at":"2026-11-16T07:00:00Z"}""".formatted(number, digest)));
        server.answers(ADDRESS, 200, """
                        {"terminal_id":"%s","allocation_id":"%s","opened_by":"%s","opened_by_name":"Ada",
                         "began_at":"2026-11-16T07:00:00Z","columns":80,"rows":24,"segments":4,"bytes":400,
                         "duration_millis":300,"records_input":false,"is_strict":true,
                         "delete_after":"2027-02-16T07:00:00Z"}""".formatted(T, T, T))
                .answers(ADDRESS + "/segments?limit=200", 200, "{\"items\":[" + String.join(",", listed) + "]}")
                .answers(ADDRESS + "/download?to_segment=3", zip());
        return shell.type("recordings verify --project " + P + " " + T + " --output json");
    }

    /** Without the spaces that are for people. */
    private String printed() {
        return shell.printed().replaceAll("\\s", "");
    }

    @Test
    void aWholeRecordingIsIntact() throws Exception {
        assertThat(verify()).as(shell.said()).isZero();
        assertThat(printed()).contains("\"intact\":true", "\"segments\":4", String.valueOf(digests.get(3)));
    }

    @Test
    void aTamperedSegmentIsNamed() throws Exception {
        byte[] bytes = Objects.requireNonNull(kept.get(2));
        bytes[bytes.length - 6] ^= 1;
        assertThat(verify()).isEqualTo(1);
        assertThat(printed())
                .contains("\"intact\":false", "{\"segment\":2,\"fault\":\"altered\"}")
                .doesNotContain("\"segment\":3");
        assertThat(shell.said()).contains("Verification failed");
    }

    @Test
    void aMissingSegmentIsNamedWhetherItIsListedOrNot() throws Exception {
        kept.remove(1);
        assertThat(verify()).isEqualTo(1);
        assertThat(printed()).contains("[{\"segment\":1,\"fault\":\"missing\"}]");
        digests.remove(1);
        assertThat(verify()).isEqualTo(1);
        assertThat(printed()).contains("{\"segment\":1,\"fault\":\"missing\"}");
    }

    @Test
    void reorderedSegmentsAreNamed() throws Exception {
        byte[] first = Objects.requireNonNull(kept.get(1));
        byte[] second = Objects.requireNonNull(kept.get(2));
        kept.put(1, second);
        kept.put(2, first);
        assertThat(verify()).isEqualTo(1);
        assertThat(printed())
                .contains("{\"segment\":1,\"fault\":\"misplaced\"}", "{\"segment\":2,\"fault\":\"misplaced\"}");
    }

    @Test
    void theRawBytesAreDownloadedAsTheyCome() throws Exception {
        server.answers(ADDRESS + "/download", zip());
        Path file = folder.resolve("raw.zip");
        assertThat(shell.run("recordings", "download", "--project", P, T, "--file", file.toString()))
                .as(shell.said())
                .isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(zip());
    }
}
