package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TotpTest {

    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    /** The table of RFC 6238, appendix B, whose eight digits end in our six. */
    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void codesAreThoseOfTheStandard(long seconds, String code) {
        assertThat(Totp.code(SECRET, seconds / 30)).isEqualTo(code);
        assertThat(Totp.match(SECRET, code, Instant.ofEpochSecond(seconds))).hasValue(seconds / 30);
    }

    @Test
    void oneStepEitherWayIsForgivenAndNoMore() {
        Instant now = Instant.ofEpochSecond(30 * 1_000);
        assertThat(Totp.match(SECRET, Totp.code(SECRET, 999), now)).hasValue(999);
        assertThat(Totp.match(SECRET, Totp.code(SECRET, 1_001), now)).hasValue(1_001);
        assertThat(Totp.match(SECRET, Totp.code(SECRET, 998), now)).isEmpty();
        assertThat(Totp.match(SECRET, Totp.code(SECRET, 1_002), now)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"f, MY", "fo, MZXQ", "foo, MZXW6", "foob, MZXW6YQ", "fooba, MZXW6YTB", "foobar, MZXW6YTBOI"})
    void secretsAreWrittenInBase32(String text, String expected) {
        assertThat(Totp.base32(text.getBytes(StandardCharsets.US_ASCII))).isEqualTo(expected);
    }
}
