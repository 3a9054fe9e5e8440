package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.SecretFile;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/** Holds the key of the seals. It is in a file, so that write access to the database is not enough to seal. */
@Component
class SealKey {

    private static final int KEY_BYTES = 32;

    private final SecretKey key;

    SealKey(GpuaasProperties properties) {
        Path file = Optional.ofNullable(properties.audit().sealKeyFile())
                .filter(name -> !name.isBlank())
                .map(Path::of)
                .orElseGet(() -> properties.dataDir().resolve("audit-seal.key"));
        byte[] secret = Base64.getDecoder().decode(SecretFile.readOrCreate(file, KEY_BYTES));
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    SecretKey value() {
        return key;
    }
}
