package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.terminal.recordings.RecordingIntake;
import io.gpuaas.controlplane.terminal.recordings.RecordingStore;
import io.gpuaas.controlplane.terminal.recordings.Recordings;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.kernel.recording.SegmentHeader;
import io.gpuaas.testkit.Against;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Segments that nodes upload, and how they are read. */
@Against("PostgreSQL")
class RecordingsTest {

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private final TestControlPlane plane = TestControlPlane.shared();
    private final NodeId node = new NodeId(UUID.randomUUID());
    private final TerminalId terminal = new TerminalId(UUID.randomUUID());
    private final AllocationId allocation = new AllocationId(UUID.randomUUID());
    private final PrincipalId person = new PrincipalId(UUID.randomUUID());
    private ProjectId project;
    private TerminalRecord of;
    private String previous = SegmentHeader.NO_DIGEST;
    private long offset;
    private int columns = 80;
    private int rows = 24;

    @SuppressWarnings("NullAway.Init")
    RecordingsTest() {}

    @BeforeEach
    void recording() {
        String tenant = plane.admin().createTenant();
        project = ProjectId.parse(plane.admin().createProject(tenant));
        of = new TerminalRecord(
                terminal,
                TenantId.parse(tenant),
                project,
                allocation,
                node,
                person,
                now,
                now.plusSeconds(60),
                now,
                null,
                TerminalEnd.UNKNOWN);
        plane.bean(RecordingStore.class).add(of, true, false, now, now.plus(Duration.ofDays(90)));
    }

    private void openTerminal() {
        plane.bean(TerminalStore.class).add(of);
    }

    private byte[] segment(int number, RecordedEvent... events) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(new SegmentHeader(terminal.value(), number, previous, offset, now, columns, rows)
                .write()
                .array());
        for (RecordedEvent event : events) {
            out.write(event.write().array());
        }
        byte[] bytes = out.toByteArray();
        previous = Segment.digest(bytes);
        offset = Segment.read(bytes).endOffset();
        return bytes;
    }

    private static RecordedEvent event(Kind kind, long millis, String text) {
        return new RecordedEvent(kind, millis * 1_000, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String upload(NodeId from, int number, String sha256, byte[] bytes) {
        NodeUpload.Arrived arrived =
                new NodeUpload.Arrived(from, List.of(terminal.toString(), String.valueOf(number)), sha256, () -> bytes);
        return Call.system("test", new CorrelationId("recordings-test")).run(() -> {
            try {
                return plane.bean(RecordingIntake.class).take(arrived).sha256();
            } catch (ProblemException e) {
                return e.code().code();
            }
        });
    }

    private void keep(int number, RecordedEvent... events) throws Exception {
        byte[] bytes = segment(number, events);
        assertThat(upload(node, number, Segment.digest(bytes), bytes)).isEqualTo(Segment.digest(bytes));
    }

    private Path dataDir() {
        return plane.bean(GpuaasProperties.class).dataDir();
    }

    private String base() {
        return "/api/v1/projects/" + project + "/recordings";
    }

    private String play(String query) {
        Reply reply = plane.admin().get(base() + "/" + terminal + "/play" + query);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.body();
    }

    @Test
    void segmentsOfAReturnedHostAreStoredAndDoNotChangeTheEnd() throws Exception {
        plane.bean(RecordingStore.class).end(terminal, TerminalEnd.HOST_LOST, now);
        keep(0, event(Kind.OUTPUT, 4, "more"), RecordedEvent.ended(5_000, "agent_ended"));
        Reply shown = plane.admin().get(base() + "/" + terminal);
        assertThat(shown.text("end_reason")).isEqualTo("host_lost");
        assertThat(Instant.parse(shown.text("ended_at"))).isEqualTo(now);
        assertThat(play("")).contains("more");
    }

    @Test
    void segmentsAfterTheEndTooLateOrTooLargeAreRefused() throws Exception {
        keep(0, event(Kind.OUTPUT, 4, "a"));
        keep(1, event(Kind.OUTPUT, 5, "b"), RecordedEvent.ended(5_000, "exited"));
        byte[] after = segment(2, event(Kind.OUTPUT, 6, "c"));
        assertThat(upload(node, 2, Segment.digest(after), after)).isEqualTo("recording_refused");
        byte[] far = segment(RecordingIntake.SEGMENTS_MAX, event(Kind.OUTPUT, 6, "c"));
        assertThat(upload(node, RecordingIntake.SEGMENTS_MAX, Segment.digest(far), far))
                .isEqualTo("recording_refused");
    }

    @Test
    void segmentsOfALostHostAreRefusedAfterAWeekOrBeyondTheSizeLimit() throws Exception {
        String its = " WHERE terminal_id = '" + terminal + "'";
        plane.bean(RecordingStore.class).end(terminal, TerminalEnd.HOST_LOST, now.minus(Duration.ofDays(8)));
        byte[] late = segment(0, event(Kind.OUTPUT, 4, "a"));
        assertThat(upload(node, 0, Segment.digest(late), late)).isEqualTo("recording_refused");
        plane.database()
                .execute("UPDATE terminal.recording SET ended_at = NULL, bytes = " + RecordingIntake.BYTES_MAX + its);
        assertThat(upload(node, 0, Segment.digest(late), late)).isEqualTo("recording_refused");
        plane.database().execute("UPDATE terminal.recording SET bytes = 0" + its);
        assertThat(upload(node, 0, Segment.digest(late), late)).isEqualTo(Segment.digest(late));
    }

    @Test
    void segmentsAreListedAndPlayedInOrder() throws Exception {
        byte[] start = "caf\u00e9".getBytes(StandardCharsets.UTF_8);
        RecordedEvent first = new RecordedEvent(Kind.OUTPUT, 1_000, ByteBuffer.wrap(start, 0, 4));
        RecordedEvent second = new RecordedEvent(Kind.OUTPUT, 2_000, ByteBuffer.wrap(start, 4, 1));
        keep(0, RecordedEvent.resized(0, 80, 24), first, second);
        keep(1, event(Kind.SCREEN, 3, "drawn"), event(Kind.OUTPUT, 4, "more"), RecordedEvent.ended(5_000, "exited"));

        String address = base() + "?allocation_id=" + allocation + "&opened_by=" + person;
        Reply listed = plane.admin().get(address + "&from=" + now.minusSeconds(1) + "&to=" + now.plusSeconds(1));
        assertThat(listed.json().at("/items/0/terminal_id").asString()).isEqualTo(terminal.toString());
        assertThat(listed.json().at("/items/0/segments").asInt()).isEqualTo(2);
        assertThat(listed.json().at("/items/0/end_reason").asString()).isEqualTo("exited");
        for (String other : List.of(
                "?from=" + now.plusSeconds(1),
                "?to=" + now,
                "?allocation_id=" + UUID.randomUUID(),
                "?opened_by=" + UUID.randomUUID())) {
            assertThat(plane.admin().get(base() + other).json().path("items"))
                    .as(other)
                    .isEmpty();
        }

        assertThat(play(""))
                .contains("\"version\":2")
                .contains("[0.001,\"o\",\"caf\"]\n[0.002,\"o\",\"\u00e9\"]")
                .contains("[0.004,\"o\",\"more\"]")
                .doesNotContain("drawn");
        assertThat(play("?screens=true"))
                .as("for players that seek")
                .contains("[0.003,\"k\",\"drawn\"]\n[0.004,\"o\",\"more\"]");
        assertThat(play("?from_segment=1"))
                .as("who begins in the middle sees the screen")
                .contains("[0.003,\"o\",\"drawn\"]\n[0.004,\"o\",\"more\"]")
                .doesNotContain("caf");
        assertThat(plane.admin()
                        .get(base() + "/" + terminal + "/segments")
                        .json()
                        .at("/items/1/is_chained")
                        .asBoolean())
                .isTrue();
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'recording.play' AND project_id = '"
                                + project + "'"))
                .isEqualTo(3);
    }

    @Test
    void theOwnerOfARecordingIsNamedAfterTheirRemoval() {
        assertThat(openedBy()).as("nobody of that id was ever known").isNull();
        plane.database().execute("""
                INSERT INTO identity.principal (id, kind, display_name, created_at)
                VALUES ('%s', 'user', 'Rita Recorded', now())""".formatted(person));
        assertThat(openedBy()).isEqualTo("Rita Recorded");
        assertThat(plane.admin()
                        .post("/api/v1/users/" + person + "/disable", "{\"reason\":\"left\"}")
                        .status())
                .isEqualTo(200);
        assertThat(openedBy()).as("who left did it nevertheless").isEqualTo("Rita Recorded");
    }

    private @Nullable String openedBy() {
        JsonNode listed = plane.admin().get(base()).json().at("/items/0");
        assertThat(listed.path("opened_by").asString()).isEqualTo(person.toString());
        JsonNode shown = plane.admin().get(base() + "/" + terminal).json();
        assertThat(shown).isEqualTo(listed);
        return listed.path("opened_by_name").asString(null);
    }

    @Test
    void aSegmentIsKeptOnceAndOnlyAsItIsFromItsOwnNodeAfterTheOneBefore() throws Exception {
        byte[] first = segment(0, event(Kind.OUTPUT, 1, "one"));
        assertThat(upload(node, 0, "0".repeat(64), first)).isEqualTo("recording_refused");
        assertThat(upload(new NodeId(UUID.randomUUID()), 0, Segment.digest(first), first))
                .isEqualTo("not_found");
        assertThat(upload(node, 0, Segment.digest(first), first)).isEqualTo(Segment.digest(first));
        assertThat(upload(node, 0, Segment.digest(first), first)).isEqualTo(Segment.digest(first));
        byte[] other = segment(0, event(Kind.OUTPUT, 1, "two"));
        assertThat(upload(node, 0, Segment.digest(other), other)).isEqualTo("recording_refused");
        byte[] stranger = segment(1, event(Kind.OUTPUT, 2, "follows another"));
        assertThat(upload(node, 1, Segment.digest(stranger), stranger)).isEqualTo("recording_refused");
        assertThat(plane.admin().get(base()).json().at("/items/0/segments").asInt())
                .isEqualTo(1);
    }

    private Path object(int number) throws IOException {
        try (var files = Files.list(dataDir().resolve("objects/recordings/" + terminal))) {
            return files.filter(file -> file.getFileName().toString().startsWith(String.format("%08d-", number)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void alter(int number) throws IOException {
        byte[] bytes = Files.readAllBytes(object(number));
        bytes[bytes.length - 8] ^= 1;
        Files.write(object(number), bytes);
    }

    @Test
    void ofACorruptSegmentOnlyItsOwnPartIsLostAndThatShows() throws Exception {
        keep(0, event(Kind.OUTPUT, 1, "before"));
        keep(1, event(Kind.OUTPUT, 2, "damaged"));
        keep(2, event(Kind.SCREEN, 3, "drawn"), event(Kind.OUTPUT, 3, "after"));
        keep(3, event(Kind.OUTPUT, 4, "deleted"));
        alter(1);
        Files.delete(object(3));
        assertThat(play(""))
                .contains("before")
                .contains(
                        "[0.002,\"m\",\"altered: segment 1 differs from what was stored\"]\n[0.002,\"m\",\"lost: 7 bytes\"]")
                .contains("drawn")
                .contains("after")
                .contains("[0.004,\"m\",\"missing: segment 3 is not in the object store\"]\n")
                .doesNotContain("damaged")
                .doesNotContain("chain broken");
    }

    @Test
    void aStoreThatIsOutIsNoLossAndNobodyGetsHalfARecordingForAWholeOne() throws Exception {
        // More than an answer holds back before it begins, and nothing that is packed into less.
        byte[] noise = new byte[30_000];
        new Random(1).nextBytes(noise);
        keep(0, event(Kind.OUTPUT, 1, HexFormat.of().formatHex(noise)));
        keep(1, event(Kind.OUTPUT, 2, "there all the time"));
        String address = base() + "/" + terminal;
        for (String read : List.of("/play", "/download")) {
            Path second = object(1);
            byte[] bytes = Files.readAllBytes(second);
            outOfOrder(second);
            Reply refused = plane.admin().get(address + read + "?from_segment=1");
            assertThat(refused.status()).as(refused.body()).isEqualTo(503);
            assertThat(refused.text("code")).isEqualTo("object_store_unavailable");
            assertThatThrownBy(() -> plane.admin().download(address + read))
                    .as("what has begun already breaks off: " + read)
                    .isInstanceOf(IOException.class);
            Files.delete(second);
            Files.write(second, bytes);
        }
        assertThat(play("")).contains("there all the time").doesNotContain("lost");
    }

    /** A folder cannot be read as a file, and is not absent either. */
    private static void outOfOrder(Path object) throws IOException {
        Files.delete(object);
        Files.createDirectory(object);
    }

    @Test
    void aScreenIsDrawnInTheWindowItWasDrawnFor() throws Exception {
        keep(0, event(Kind.OUTPUT, 1, "small"));
        columns = 120;
        rows = 40;
        // Resizing after a pause opens the segment, and the screen comes first in each.
        keep(1, event(Kind.SCREEN, 2, "wide"), RecordedEvent.resized(2_000, 120, 40));
        keep(2, event(Kind.SCREEN, 3, "still"), event(Kind.OUTPUT, 3, "more"));
        columns = 100;
        keep(3, RecordedEvent.resized(4_000, 100, 40));
        keep(4, event(Kind.SCREEN, 5, "narrow"), event(Kind.OUTPUT, 5, "last"));
        assertThat(play("?screens=true"))
                .contains("[0.002,\"r\",\"120x40\"]\n[0.002,\"k\",\"wide\"]")
                .contains("[0.003,\"k\",\"still\"]")
                .doesNotContain("[0.003,\"r\"")
                .doesNotContain("[0.001,\"r\"");
        alter(3);
        assertThat(play(""))
                .as("the resize itself is lost")
                .contains("[0.005,\"r\",\"100x40\"]\n[0.005,\"o\",\"narrow\"]");
    }

    @Test
    void withoutItsFirstSegmentARecordingBeginsWithWhatIsLost() throws Exception {
        segment(0, event(Kind.OUTPUT, 1, "never arrived"));
        keep(1, event(Kind.SCREEN, 2, "drawn"), event(Kind.OUTPUT, 3, "after"));
        assertThat(play(""))
                .contains("[0.002,\"m\",\"lost: 13 bytes\"]\n")
                .contains("chain broken: segment 1")
                .contains("[0.002,\"o\",\"drawn\"]\n[0.003,\"o\",\"after\"]");
    }

    /** The contents of the download: the bytes of each segment by its number. */
    private Map<Integer, byte[]> download(String query) throws Exception {
        HttpResponse<byte[]> answer = plane.admin().download(base() + "/" + terminal + "/download" + query);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/zip");
        Map<Integer, byte[]> segments = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(answer.body()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                assertThat(entry.getName()).matches("\\d{8}-[0-9a-f]{64}\\.segment");
                segments.put(Integer.parseInt(entry.getName().substring(0, 8)), zip.readAllBytes());
            }
        }
        return segments;
    }

    @Test
    void auditorsGetTheBytesAsTheyAreKeptAlsoWhenTheyWereTamperedWithOrAreGone() throws Exception {
        byte[] first = segment(0, event(Kind.INPUT, 1, "secret"), event(Kind.OUTPUT, 1, "\u0000raw\u001b[31m"));
        assertThat(upload(node, 0, Segment.digest(first), first)).isEqualTo(Segment.digest(first));
        byte[] second = segment(1, event(Kind.OUTPUT, 2, "second"));
        assertThat(upload(node, 1, Segment.digest(second), second)).isEqualTo(Segment.digest(second));
        keep(2, event(Kind.OUTPUT, 3, "third"));
        assertThat(download("")).containsOnlyKeys(0, 1, 2).containsEntry(0, first);
        assertThat(download("?from_segment=1&to_segment=1")).containsOnlyKeys(1);

        second[second.length - 8] ^= 1;
        try (var files = Files.list(dataDir().resolve("objects/recordings/" + terminal))) {
            List<Path> sorted = files.sorted().toList();
            Files.write(sorted.get(1), second);
            Files.delete(sorted.get(2));
        }
        assertThat(download("")).containsOnlyKeys(0, 1).containsEntry(1, second);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM audit.event WHERE action = 'recording.download' AND project_id = '"
                                + project + "'"))
                .isEqualTo(3);
    }

    @Test
    void aSegmentThatDoesNotFollowTheOneBeforeIsPlayedAndMarked() throws Exception {
        keep(0, event(Kind.OUTPUT, 1, "first"));
        String digest = previous;
        previous = "ab".repeat(32);
        keep(2, event(Kind.OUTPUT, 3, "third"));
        previous = digest;
        offset = 5;
        keep(1, event(Kind.OUTPUT, 2, "other"));
        assertThat(play(""))
                .contains("[0.002,\"o\",\"other\"]\n")
                .contains("[0.003,\"m\",\"chain broken: segment 2 does not follow the one before\"]\n")
                .contains("[0.003,\"o\",\"third\"]")
                .doesNotContain("segment 1 does not");
        assertThat(play("?from_segment=2")).as("as the manifest knows").contains("chain broken: segment 2");
    }

    private int deleteOld() {
        plane.bean(Recordings.class).deleteOld();
        return plane.admin().get(base() + "/" + terminal + "/segments").status();
    }

    private void age(String interval) {
        plane.database()
                .execute(("UPDATE terminal.recording SET began_at = began_at - interval '%1$s',"
                                + " delete_after = delete_after - interval '%1$s' WHERE terminal_id = '%2$s'")
                        .formatted(interval, terminal));
    }

    @Test
    void anOldRecordingIsDeletedWithItsSegments() throws Exception {
        keep(0, event(Kind.OUTPUT, 1, "old"));
        openTerminal();
        age("91 days");
        assertThat(deleteOld()).as("it still runs").isEqualTo(200);
        keep(1, event(Kind.OUTPUT, 2, "last"), RecordedEvent.ended(5_000, "exited"));
        assertThat(deleteOld()).as("it just ended").isEqualTo(200);
        age("91 days");
        assertThat(deleteOld()).isEqualTo(404);
        try (var files = Files.list(dataDir().resolve("objects/recordings/" + terminal))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void aRecordingWithoutAnEndIsDeletedAfterItsTerminalEnded() throws Exception {
        keep(0, event(Kind.OUTPUT, 1, "old"));
        age("91 days");
        openTerminal();
        plane.bean(TerminalStore.class).end(terminal, TerminalEnd.TIME_IS_UP, now);
        assertThat(deleteOld()).as("its node may still ship some of it").isEqualTo(200);
        plane.database()
                .execute("UPDATE terminal.terminal SET ended_at = now() - interval '91 days' WHERE id = '" + terminal
                        + "'");
        assertThat(deleteOld()).isEqualTo(404);
    }

    @Test
    void theRetentionOfALostHostsRecordingStartsWithTheLoss() throws Exception {
        keep(0, event(Kind.OUTPUT, 1, "old"));
        age("91 days");
        plane.bean(RecordingStore.class).end(terminal, TerminalEnd.HOST_LOST, now);
        assertThat(deleteOld()).isEqualTo(200);
    }
}
