package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PasswordsTest {

    private final Passwords passwords = new Passwords();

    @Test
    void aHashCostsWhatGuessingShould() {
        String hash = passwords.hash("correct horse");

        assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(passwords.isOutdated(hash)).isFalse();
        assertThat(passwords.matches("correct horse", Optional.of(hash))).isTrue();
        assertThat(passwords.matches("correct horses", Optional.of(hash))).isFalse();
    }

    @Test
    void aCheaperOneIsOutdatedAndStillGood() {
        String cheap = new Passwords(64, 1).hash("correct horse");

        assertThat(passwords.isOutdated(cheap)).isTrue();
        assertThat(passwords.matches("correct horse", Optional.of(cheap))).isTrue();
    }

    @Test
    void nobodysPasswordIsAlwaysWrongAndSoIsOneThatIsTooLong() {
        String tooLong = "x".repeat(Passwords.CHARACTERS_MAX + 1);

        assertThat(passwords.matches("correct horse", Optional.empty())).isFalse();
        assertThat(passwords.matches(tooLong, Optional.of(passwords.hash(tooLong))))
                .isFalse();
    }
}
