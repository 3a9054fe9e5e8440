package io.gpuaas.controlplane.registry;

import io.gpuaas.kernel.TenantId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Bounds what a tenant keeps in the registry. */
@Component
class RegistryQuota {

    static final long BLOB_BYTES_MAX = 64L << 30;

    /** Until the policies of apps exist, one bound for every tenant. */
    static final long TENANT_BYTES_MAX = 1L << 40;

    private final UploadStore uploads;
    private final JdbcClient jdbc;

    RegistryQuota(UploadStore uploads, JdbcClient jdbc) {
        this.uploads = uploads;
        this.jdbc = jdbc;
    }

    long bytesLeft(TenantId tenant) {
        return Math.max(TENANT_BYTES_MAX - uploads.bytesOf(tenant), 0);
    }

    /** Lets one transaction of the tenant at a time count and add bytes. */
    void lock(TenantId tenant) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('registry ' || :tenant, 0))")
                .param("tenant", tenant.toString())
                .query((row, n) -> true)
                .single();
    }

    void requireRoom(TenantId tenant, long bytes) {
        lock(tenant);
        if (bytesLeft(tenant) < bytes) {
            throw RegistryException.sizeInvalid("the storage quota is used up");
        }
    }
}
