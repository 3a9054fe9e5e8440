package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.SecretFile;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/** Holds the key of the ledger's seals. It is in a file, so that write access to the database is not enough to seal. */
@Component
class LedgerSealKey {

    private static final int KEY_BYTES = 32;

    private final SecretKey key;

    LedgerSealKey(GpuaasProperties properties) {
        Path file = Optional.ofNullable(properties.billing().sealKeyFile())
                .filter(name -> !name.isBlank())
                .map(Path::of)
                .orElseGet(() -> properties.dataDir().resolve("ledger-seal.key"));
        byte[] secret = Base64.getDecoder().decode(SecretFile.readOrCreate(file, KEY_BYTES));
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    Mac mac() {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
