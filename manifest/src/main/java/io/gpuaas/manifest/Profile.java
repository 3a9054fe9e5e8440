package io.gpuaas.manifest;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of apps, by who runs them. */
public enum Profile {
    /** The platform runs a container on each member. */
    LAUNCHABLE_OCI_WORKLOAD("gpuaas.launchable_oci_workload/v1"),
    /** A controller reconciles the members over the public API. */
    CONTROLLER_APP("gpuaas.controller_app/v1"),
    /** A controller app to which instances of other projects attach. */
    ATTACHABLE_RUNTIME("gpuaas.attachable_runtime/v1");

    private final String id;

    Profile(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    static Optional<Profile> find(String id) {
        return Arrays.stream(values()).filter(profile -> profile.id.equals(id)).findFirst();
    }
}
