package io.gpuaas.controlplane.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.ManifestChange;
import io.gpuaas.manifest.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManifestChangesTest {

    private static Json.Obj json(String text) {
        return ManifestReading.document(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatReviewersLookAtFirstComesFirst() {
        Json.Obj before = json("{\"title\":\"A\",\"parameters\":{\"a\":1},\"artifacts\":{\"main\":{\"digest\":\"x\"}},"
                + "\"workload\":{\"user\":\"login\"},\"prices\":[1]}");
        Json.Obj after = json("{\"title\":\"B\",\"parameters\":{\"b\":1},\"artifacts\":{\"main\":{\"digest\":\"y\"}},"
                + "\"workload\":{\"user\":\"image\"},\"prices\":[2]}");
        ManifestChanges.Compared compared = ManifestChanges.compare(before, after);
        assertThat(compared.isComplete()).isTrue();
        assertThat(compared.changes())
                .extracting(ManifestChange::pointer)
                .containsExactly(
                        "/workload/user",
                        "/artifacts/main/digest",
                        "/prices",
                        "/parameters/a",
                        "/parameters/b",
                        "/title");
        assertThat(compared.changes().getFirst().before()).isEqualTo("\"login\"");
        assertThat(compared.changes().get(3).after()).isNull();
        assertThat(ManifestChanges.compare(before, before).changes()).isEmpty();
    }

    @Test
    void theNumberAndTheLengthOfChangesAreBounded() {
        String many =
                IntStream.range(0, 150).mapToObj(i -> "\"k" + i + "\":" + i).collect(Collectors.joining(",", "{", "}"));
        String four = "{\"a\":" + many + ",\"b\":" + many + ",\"c\":" + many + ",\"d\":" + many + "}";
        ManifestChanges.Compared compared =
                ManifestChanges.compare(json("{\"a\":{},\"b\":{},\"c\":{},\"d\":{}}"), json(four));
        assertThat(compared.isComplete()).isFalse();
        assertThat(compared.changes()).hasSize(ManifestChanges.CHANGES_MAX);
        ManifestChange cut = ManifestChanges.compare(json("{}"), json("{\"a\":\"" + "x".repeat(5_000) + "\"}"))
                .changes()
                .getFirst();
        assertThat(cut.after()).hasSize(2_000);
    }
}
