package io.gpuaas.controlplane.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SealedHintTest {

    @Test
    void onlyTheSessionThatSealedOpens() {
        String sealed = SealedHint.seal("an ID token", "secret");
        assertThat(sealed).isNotEqualTo(SealedHint.seal("an ID token", "secret"));
        assertThat(SealedHint.open(sealed, "secret")).contains("an ID token");
        assertThat(SealedHint.open(sealed, "another")).isEmpty();
        assertThat(SealedHint.open((sealed.startsWith("A") ? "B" : "A") + sealed.substring(1), "secret"))
                .isEmpty();
        assertThat(SealedHint.open("", "secret")).isEmpty();
        assertThat(SealedHint.open("not base64!", "secret")).isEmpty();
    }
}
