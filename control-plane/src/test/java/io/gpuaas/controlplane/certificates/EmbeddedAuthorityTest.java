package io.gpuaas.controlplane.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedAuthorityTest extends AuthorityContract {

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path directory;

    @Override
    CertificateAuthority authority() {
        return new EmbeddedAuthority(directory.resolve("authority.pem"), Clock.systemUTC());
    }

    @Test
    void theKeyStaysAndOnlyItsOwnerReadsIt() throws Exception {
        assertThat(authority().root()).isEqualTo(authority().root());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("authority.pem"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileWithSomethingElseStopsTheStart() throws Exception {
        Files.writeString(directory.resolve("authority.pem"), "nonsense");
        assertThatThrownBy(this::authority).hasMessageContaining("does not hold");
    }
}
