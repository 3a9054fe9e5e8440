package io.gpuaas.controlplane.objects;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Opens the object store of the settings. */
public final class ObjectStores {

    private ObjectStores() {}

    /** In another bucket than that of the settings, when one is named; files have no buckets. */
    public static ObjectStore open(GpuaasProperties properties, @Nullable String bucket) throws IOException {
        GpuaasProperties.Objects settings = properties.objects();
        return switch (settings.kind()) {
            case FILES -> new FileObjects(properties.dataDir().resolve("objects"));
            case S3 -> ObjectStoreConfiguration.s3(bucket == null || bucket.isBlank() ? settings : settings.in(bucket));
        };
    }
}
