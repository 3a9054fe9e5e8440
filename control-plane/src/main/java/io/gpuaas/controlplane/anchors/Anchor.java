package io.gpuaas.controlplane.anchors;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Records outside of the database that a chain had this seal at that time. The MAC is made with the chain's own key.
 */
public record Anchor(String chain, long seal, String hmac, Instant at, String mac) {

    static Anchor of(SealedChain chain, SealedChain.Newest newest, Instant at) {
        Anchor unsigned = new Anchor(
                chain.name(),
                newest.seal(),
                HexFormat.of().formatHex(newest.hmac()),
                Instant.ofEpochSecond(at.getEpochSecond()),
                "");
        return new Anchor(unsigned.chain, unsigned.seal, unsigned.hmac, unsigned.at, unsigned.expectedMac(chain));
    }

    String expectedMac(SealedChain chain) {
        String content = String.join("\n", "gpuaas anchor", this.chain, String.valueOf(seal), hmac, at.toString());
        return HexFormat.of().formatHex(chain.mac(content.getBytes(StandardCharsets.UTF_8)));
    }
}
