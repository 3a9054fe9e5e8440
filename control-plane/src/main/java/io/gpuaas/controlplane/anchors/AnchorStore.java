package io.gpuaas.controlplane.anchors;

import io.gpuaas.controlplane.objects.ObjectStores;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.StartProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place outside of the database where anchors are kept. */
interface AnchorStore {

    /** Null when anchors are off. */
    static @Nullable AnchorStore open(GpuaasProperties properties) throws IOException {
        GpuaasProperties.Anchors settings = properties.anchors();
        return switch (settings.kind()) {
            case NONE -> null;
            case OBJECTS ->
                new ObjectAnchors(
                        ObjectStores.open(properties, settings.bucket()),
                        settings.prefix(),
                        settings.retention().isZero() ? null : settings.retention());
            case LOG -> new LogAnchors(Path.of(StartProblem.requireSet("gpuaas.anchors.file", settings.file())));
        };
    }

    void write(Anchor anchor) throws IOException;

    /** Those after the one that is given, or all; at most as many as the limit. */
    List<Anchor> listAfter(String chain, @Nullable Anchor last, int limit) throws IOException;
}
