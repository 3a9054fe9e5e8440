package io.gpuaas.controlplane.access;

import io.gpuaas.api.AddSshKey;
import io.gpuaas.controlplane.identity.DemoContents;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.stereotype.Component;

/**
 * Adds the public half of the key that {@code up} made for trying out an installation. Only an empty installation gets
 * it, so that a removed key stays removed.
 */
@Component
class DemoKey implements DemoContents {

    private final SshKeys keys;
    private final Path file;

    DemoKey(SshKeys keys, GpuaasProperties properties) {
        this.keys = keys;
        this.file = properties.dataDir().resolve("demo-key.pub");
    }

    @Override
    public void seed(Cast cast) {
        if (!Files.exists(file)) {
            return;
        }
        try {
            keys.add(cast.member(), new AddSshKey("demo", Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
