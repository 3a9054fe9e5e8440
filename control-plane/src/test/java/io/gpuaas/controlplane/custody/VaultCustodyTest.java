package io.gpuaas.controlplane.custody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets that move to a Vault. No Vault can be built from the registries at hand, so it is written by hand. */
@Against("PostgreSQL")
class VaultCustodyTest extends CustodyContract {

    @TempDir
    Path settings;

    private FakeVault vault;
    private VaultSecrets store;
    private Path secretId;

    @SuppressWarnings("NullAway.Init")
    VaultCustodyTest() {}

    @Override
    Optional<OutsideStore> outside() {
        return Optional.of(store);
    }

    @BeforeEach
    @Override
    void open() {
        try {
            vault = new FakeVault("secret-id-1");
            secretId = Files.writeString(settings.resolve("secret-id"), "secret-id-1\n");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        store = new VaultSecrets(
                new VaultSecrets.Access(
                        vault.address(), null, "secret", "gpuaas/test", "approle", FakeVault.ROLE, secretId),
                HttpClient.newBuilder(),
                clock);
        super.open();
    }

    @AfterEach
    void close() {
        vault.close();
    }

    @Test
    void movedSecretsAreOnlyInTheVault() {
        put(name("credential/moved/1"), CANARY);
        assertThat(vault.paths()).isEmpty();
        moves.moveAll();
        assertThat(vault.paths()).containsExactly("gpuaas/test/" + tenant + "/credential/moved/1");
        vault.seal(true);
        assertThatThrownBy(() -> opened(name("credential/moved/1")))
                .isInstanceOf(CustodyException.class)
                .hasMessageNotContaining(CANARY);
    }

    @Test
    void secretsThatCannotBeMovedOpenFromHereAndAreMovedLater() {
        put(name("credential/waiting/1"), CANARY);
        vault.seal(true);
        moves.moveAll();
        assertThat(opened(name("credential/waiting/1"))).isEqualTo(CANARY);
        vault.seal(false);
        moves.moveAll();
        assertThat(vault.paths()).hasSize(1);
        assertThat(opened(name("credential/waiting/1"))).isEqualTo(CANARY);
    }

    @Test
    void aMoveWhoseAnswerIsLostIsRepeated() {
        SecretName name = name("credential/repeated/1");
        put(name, CANARY);
        moves.moveAll(); // signs in, so that only the answers below are lost
        SecretName second = name("credential/repeated/2");
        put(second, CANARY);
        vault.loseAnswers(true);
        moves.moveAll();
        assertThat(vault.paths()).hasSize(2);
        vault.loseAnswers(false);
        moves.moveAll();
        vault.seal(true);
        // Outside by now: it does not open from the row any more.
        assertThatThrownBy(() -> opened(second)).isInstanceOf(CustodyException.class);
        vault.seal(false);
        assertThat(opened(second)).isEqualTo(CANARY);
    }

    @Test
    void somethingElseUnderTheNameIsNotTakenForTheSecret() {
        SecretName name = name("credential/foreign/1");
        store.write(name, bytes("planted by somebody else"));
        put(name, CANARY);
        moves.moveAll();
        assertThat(opened(name)).isEqualTo(CANARY);
        assertThat(store.read(name))
                .hasValueSatisfying(bytes -> assertThat(bytes).isEqualTo(bytes("planted by somebody else")));
    }

    @Test
    void aSecretDestroyedDuringItsMoveLeavesNothing() {
        SecretName name = name("credential/racing/1");
        put(name, CANARY);
        // The move has written, and its process died before the row said so.
        store.write(name, bytes(CANARY));
        destroy(name);
        assertThat(opened(name)).isEqualTo("nothing");
        moves.moveAll();
        assertThat(vault.paths()).as("a move may still be under way").hasSize(1);
        clock.forward(SecretMoves.ENDING_AFTER);
        moves.moveAll();
        assertThat(vault.paths()).isEmpty();
    }

    @Test
    void aRefusedOrEndedTokenIsReplaced() throws Exception {
        put(name("credential/token/1"), CANARY);
        moves.moveAll();
        vault.revokeTokens();
        vault.replaceSecretId("secret-id-2");
        Files.writeString(secretId, "secret-id-2");
        assertThat(opened(name("credential/token/1"))).isEqualTo(CANARY);
        assertThat(vault.signIns()).isEqualTo(2);
        clock.forward(Duration.ofMinutes(46));
        assertThat(opened(name("credential/token/1"))).isEqualTo(CANARY);
        assertThat(vault.signIns()).isEqualTo(3);
    }

    @Test
    void aSecretThatTheVaultLostIsAnErrorAndNotNothing() {
        SecretName name = name("credential/lost/1");
        put(name, CANARY);
        moves.moveAll();
        store.destroy(name);
        assertThatThrownBy(() -> opened(name)).hasMessageContaining("lost");
    }
}
