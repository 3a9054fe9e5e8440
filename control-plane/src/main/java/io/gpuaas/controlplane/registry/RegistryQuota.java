package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.TenantId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Bounds what a tenant keeps in the registry. */
@Component
class RegistryQuota {

    static final long BLOB_BYTES_MAX = 64L << 30;

    private final UploadStore uploads;
    private final Policies policies;
    private final JdbcClient jdbc;

    RegistryQuota(UploadStore uploads, Policies policies, JdbcClient jdbc) {
        this.uploads = uploads;
        this.policies = policies;
        this.jdbc = jdbc;
    }

    long bytesLeft(TenantId tenant) {
        return Math.max(bytesMax(tenant) - uploads.bytesOf(tenant), 0);
    }

    long bytesMax(TenantId tenant) {
        return policies.effective(RegistryPolicies.TENANT_BYTES_MAX, tenant, null);
    }

    boolean isExceeded(TenantId tenant) {
        return uploads.bytesOf(tenant) > bytesMax(tenant);
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
