package io.gpuaas.controlplane.custody;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.Configuration;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.TinkProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.SecretFile;
import io.gpuaas.controlplane.platform.StartProblem;
import io.gpuaas.kernel.TenantId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Makes the keys of tenants and wraps them with the key-encryption key of the installation, a Tink keyset in a file. The
 * keyset may hold older keys: they unwrap what they wrapped, and the primary one wraps.
 */
@Component
class CustodyKeys {

    private final Aead wrapping;
    private final long primary;

    @Autowired
    CustodyKeys(GpuaasProperties properties) {
        this(file(properties));
    }

    CustodyKeys(Path file) {
        String keyset = SecretFile.readOrCreate(file, CustodyKeys::newKeyset);
        try {
            KeysetHandle handle =
                    TinkJsonProtoKeysetFormat.parseKeyset(keyset, configuration(), InsecureSecretKeyAccess.get());
            this.wrapping = handle.getPrimitive(configuration(), Aead.class);
            this.primary = Integer.toUnsignedLong(handle.getPrimary().getId());
        } catch (GeneralSecurityException e) {
            throw StartProblem.wrongSetting(file + " has no keyset for the custody of secrets.");
        }
    }

    private static Path file(GpuaasProperties properties) {
        return Optional.ofNullable(properties.custody().keyFile())
                .filter(name -> !name.isBlank())
                .map(Path::of)
                .orElseGet(() -> properties.dataDir().resolve("custody.keyset"));
    }

    private static String newKeyset() {
        try {
            return TinkJsonProtoKeysetFormat.serializeKeyset(newKeys(), configuration(), InsecureSecretKeyAccess.get());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private static KeysetHandle newKeys() throws GeneralSecurityException {
        return KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, configuration());
    }

    private static Configuration configuration() throws GeneralSecurityException {
        AeadConfig.register();
        return RegistryConfiguration.get();
    }

    /** The number of the key that wraps from now on. */
    long primary() {
        return primary;
    }

    /** A new key of a tenant, wrapped. */
    byte[] newTenantKey(TenantId tenant) {
        try {
            return TinkProtoKeysetFormat.serializeEncryptedKeyset(
                    newKeys(), wrapping, context(tenant), configuration());
        } catch (GeneralSecurityException e) {
            throw new CustodyException("could not wrap a new key of tenant " + tenant, e);
        }
    }

    Aead unwrap(TenantId tenant, byte[] wrapped) {
        try {
            return handle(tenant, wrapped).getPrimitive(configuration(), Aead.class);
        } catch (GeneralSecurityException e) {
            throw new CustodyException(
                    "the key of tenant " + tenant + " does not open with the keyset of this process", e);
        }
    }

    /** The same key, wrapped by the primary key. */
    byte[] rewrap(TenantId tenant, byte[] wrapped) {
        try {
            return TinkProtoKeysetFormat.serializeEncryptedKeyset(
                    handle(tenant, wrapped), wrapping, context(tenant), configuration());
        } catch (GeneralSecurityException e) {
            throw new CustodyException("could not wrap the key of tenant " + tenant + " again", e);
        }
    }

    private KeysetHandle handle(TenantId tenant, byte[] wrapped) throws GeneralSecurityException {
        return TinkProtoKeysetFormat.parseEncryptedKeyset(wrapped, wrapping, context(tenant), configuration());
    }

    private static byte[] context(TenantId tenant) {
        return ("gpuaas custody tenant/" + tenant).getBytes(StandardCharsets.UTF_8);
    }
}
