package io.gpuaas.controlplane.anchors;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.anchors.Anchors.Anchored;
import io.gpuaas.controlplane.platform.Digests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogAnchorsTest {

    private static final byte[] HMAC = Digests.sha256("a seal");

    /** A key of its own: the digest begins with it. */
    private record Chain(String name) implements SealedChain {

        @Override
        public Optional<Newest> newest() {
            return Optional.of(new Newest(7, HMAC));
        }

        @Override
        public byte[] mac(byte[] content) {
            return Digests.sha256(name + HexFormat.of().formatHex(content));
        }
    }

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    LogAnchorsTest() {}

    private static Anchor anchor(String chain, long seal) {
        return Anchor.of(new Chain(chain), new SealedChain.Newest(seal, HMAC), Instant.parse("2026-01-01T00:00:00Z"));
    }

    @Test
    void aTornLineIsPassedOverAndTheNextOneIsWhole() throws Exception {
        Path file = folder.resolve("anchors.log");
        LogAnchors anchors = new LogAnchors(file);
        anchors.write(anchor("audit", 1));
        Files.writeString(file, "{\"chain\":\"audit\",\"se", StandardOpenOption.APPEND);
        anchors.write(anchor("audit", 2));
        anchors.write(anchor("ledger", 3));
        assertThat(anchors.listAfter("audit", null, 10)).containsExactly(anchor("audit", 1), anchor("audit", 2));
        assertThat(anchors.listAfter("ledger", null, 10)).containsExactly(anchor("ledger", 3));
        assertThat(anchors.listAfter("audit", null, 1))
                .as("the newest when there are too many")
                .containsExactly(anchor("audit", 2));
    }

    @Test
    void anAnchorOfAnotherHandIsFound() {
        Chain chain = new Chain("audit");
        Anchor good = anchor("audit", 7);
        Anchor forged = new Anchor("audit", 99, good.hmac(), good.at(), good.mac());
        assertThat(new Anchored(chain, List.of(good), true).fault(7, numbers -> Map.of(7L, HMAC)))
                .isEmpty();
        assertThat(new Anchored(chain, List.of(good, forged), true).fault(7, numbers -> Map.of(7L, HMAC)))
                .hasValueSatisfying(fault -> assertThat(fault).contains("the anchor of seal 99 was altered"));
        assertThat(new Anchored(chain, List.of(good), true).fault(7, numbers -> Map.of(7L, Digests.sha256("other"))))
                .hasValueSatisfying(fault -> assertThat(fault).contains("seal 7 is not the one that was anchored"));
        assertThat(new Anchored(chain, List.of(good), true).fault(7, numbers -> Map.of()))
                .as("a seal in an archived month")
                .isEmpty();
        assertThat(new Anchored(chain, List.of(), false).fault(7, numbers -> Map.of()))
                .as("anchors that could not be read are no anchors that agree")
                .isPresent();
    }
}
