package io.gpuaas.controlplane.machines;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Rebuilds hosts with MAAS: release with its disks erased, allocate, deploy. The machine's own status decides the next
 * call, so that a call whose answer was lost is not repeated.
 */
final class MaasProvisioner implements MachineProvisioner {

    /** The numbers MAAS gives the states of a machine. */
    private static final int READY = 4;

    private static final int DEPLOYED = 6;
    private static final int DEPLOYING = 9;
    private static final int ALLOCATED = 10;
    private static final int FAILED_DEPLOYMENT = 11;
    private static final int RELEASING = 12;
    private static final int FAILED_RELEASING = 13;
    private static final int ERASING_DISKS = 14;
    private static final int FAILED_ERASING = 15;

    private final MaasClient maas;
    private final @Nullable String image;

    MaasProvisioner(MaasClient maas, @Nullable String image) {
        this.maas = maas;
        this.image = image;
    }

    @Override
    public Outcome advance(Machine machine, Stage reached) {
        try {
            JsonNode found = maas.get("machines/", Map.of("hostname", machine.hostname()));
            if (found.size() != 1) {
                return new Outcome.Failed(
                        "machine_unknown",
                        "MAAS knows " + found.size() + " machines named " + machine.hostname() + ".");
            }
            JsonNode shown = found.get(0);
            return advance(machine, reached, shown.path("system_id").asString(""), shown);
        } catch (MaasClient.Refused e) {
            return e.isPassing()
                    ? new Outcome.Unavailable(String.valueOf(e.getMessage()))
                    : new Outcome.Failed("provisioner_refused", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new Outcome.Unavailable("MAAS cannot be reached: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome.Unavailable("MAAS was not waited for.");
        }
    }

    private Outcome advance(Machine machine, Stage reached, String id, JsonNode shown)
            throws MaasClient.Refused, IOException, InterruptedException {
        int status = shown.path("status").asInt(-1);
        return switch (status) {
            case DEPLOYED -> deployed(reached, id, shown);
            case RELEASING, ERASING_DISKS -> new Outcome.At(Stage.ERASING);
            case READY -> {
                maas.post("machines/?op=allocate", Map.of("system_id", id));
                yield deploy(machine, id);
            }
            case ALLOCATED -> deploy(machine, id);
            case DEPLOYING -> new Outcome.At(Stage.INSTALLING);
            case FAILED_DEPLOYMENT ->
                reached == Stage.INSTALLING
                        ? new Outcome.Failed("install_failed", "MAAS could not install " + machine.hostname() + ".")
                        : erase(id);
            case FAILED_RELEASING, FAILED_ERASING ->
                reached == Stage.ERASING
                        ? new Outcome.Failed("erase_failed", "MAAS could not erase " + machine.hostname() + ".")
                        : erase(id);
            default ->
                new Outcome.Failed(
                        "machine_not_usable",
                        machine.hostname() + " is " + shown.path("status_name").asString("unknown") + " in MAAS.");
        };
    }

    /** Before anything was asked for it is the old installation; afterwards it can only be the new one. */
    private Outcome deployed(Stage reached, String id, JsonNode shown)
            throws MaasClient.Refused, IOException, InterruptedException {
        if (reached == Stage.WANTED) {
            return erase(id);
        }
        if (shown.path("power_state").asString("").equals("off")) {
            maas.post("machines/" + id + "/?op=power_on", Map.of());
            return new Outcome.At(Stage.INSTALLING);
        }
        return new Outcome.At(Stage.DONE);
    }

    private Outcome erase(String id) throws MaasClient.Refused, IOException, InterruptedException {
        maas.post(
                "machines/" + id + "/?op=release", Map.of("erase", "true", "comment", "gpuaas: the host is released"));
        return new Outcome.At(Stage.ERASING);
    }

    private Outcome deploy(Machine machine, String id) throws MaasClient.Refused, IOException, InterruptedException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(
                "user_data",
                Base64.getEncoder().encodeToString(machine.userData().get().getBytes(StandardCharsets.UTF_8)));
        if (image != null) {
            fields.put("distro_series", image);
        }
        maas.post("machines/" + id + "/?op=deploy", fields);
        return new Outcome.At(Stage.INSTALLING);
    }
}
