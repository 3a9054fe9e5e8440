package io.gpuaas.controlplane.machines;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Machines.Maas;
import io.gpuaas.controlplane.platform.GpuaasProperties.Machines.Provisioner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Says which ways of rebuilding hosts this installation has. */
@Component
public class Machines {

    private static final String TOKEN = "{{join_token}}";

    private final Provisioner kind;
    private final @Nullable MachineProvisioner provisioner;
    private final String userData;

    Machines(GpuaasProperties properties, Clock clock) {
        this.kind = properties.machines().provisioner();
        boolean isMaas = kind == Provisioner.MAAS;
        this.provisioner = isMaas ? maas(properties.machines().maas(), clock) : null;
        this.userData = isMaas ? read(properties.machines().maas().userDataFile(), "user-data-file") : "";
        if (isMaas && !userData.contains(TOKEN)) {
            throw new IllegalStateException("gpuaas.machines.maas.user-data-file must contain " + TOKEN
                    + "; otherwise hosts could not enrol again");
        }
    }

    private static MachineProvisioner maas(Maas settings, Clock clock) {
        String url = settings.url();
        if (url == null) {
            throw new IllegalStateException("gpuaas.machines.maas.url is missing");
        }
        return new MaasProvisioner(
                new MaasClient(url, read(settings.apiKeyFile(), "api-key-file").strip(), clock), settings.image());
    }

    private static String read(@Nullable String file, String setting) {
        if (file == null) {
            throw new IllegalStateException("gpuaas.machines.maas." + setting + " is missing");
        }
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new IllegalStateException("gpuaas.machines.maas." + setting + " cannot be read: " + file, e);
        }
    }

    /** When false, no SKU may be sold that requires a rebuild. */
    public boolean canRebuild() {
        return kind != Provisioner.NONE;
    }

    /** Empty when hosts rebuild themselves, by a task. */
    public Optional<MachineProvisioner> provisioner() {
        return Optional.ofNullable(provisioner);
    }

    /** The user data a host is installed with, so that it enrols as the token's node. */
    public String userData(String joinToken) {
        return userData.replace(TOKEN, joinToken);
    }
}
