package io.gpuaas.controlplane.custody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import io.gpuaas.testkit.Against;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Secrets that stay in the database. */
@Against("PostgreSQL")
class SealedCustodyTest extends CustodyContract {

    @Override
    Optional<OutsideStore> outside() {
        return Optional.empty();
    }

    @Test
    void aRotatedKeyWrapsTheKeysOfTenantsAndTheOldOneCanGo() throws Exception {
        SecretName name = name("credential/rotated/1");
        put(name, CANARY);
        KeysetHandle old = keyset(folder.resolve("custody.keyset"));
        KeysetHandle.Builder.Entry added = KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM)
                .withRandomId()
                .makePrimary();
        KeysetHandle both = KeysetHandle.newBuilder(old).addEntry(added).build();
        use(write("both", both));
        assertThat(opened(name)).isEqualTo(CANARY);

        // Before the keys are wrapped again the old key is still needed.
        KeysetHandle onlyNew = KeysetHandle.newBuilder()
                .addEntry(KeysetHandle.importKey(both.getPrimary().getKey())
                        .withFixedId(both.getPrimary().getId())
                        .makePrimary())
                .build();
        use(write("new", onlyNew));
        assertThatThrownBy(() -> opened(name)).isInstanceOf(CustodyException.class);

        use(folder.resolve("both"));
        moves.rewrapAll();
        use(folder.resolve("new"));
        assertThat(opened(name)).isEqualTo(CANARY);
    }

    @Test
    void theKeysetIsReadableByItsOwnerOnly() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("custody.keyset"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileWithoutAKeysetStopsTheStart() throws Exception {
        Path file = Files.writeString(folder.resolve("wrong"), "{}");
        assertThatThrownBy(() -> new CustodyKeys(file)).hasMessageContaining("no keyset");
    }

    private static KeysetHandle keyset(Path file) throws Exception {
        return TinkJsonProtoKeysetFormat.parseKeyset(
                Files.readString(file), RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
    }

    private Path write(String name, KeysetHandle keyset) throws Exception {
        return Files.writeString(
                folder.resolve(name),
                TinkJsonProtoKeysetFormat.serializeKeyset(
                        keyset, RegistryConfiguration.get(), InsecureSecretKeyAccess.get()));
    }
}
