package io.gpuaas.controlplane.machines;

import java.util.function.Supplier;

/** Erases hosts and installs them again. Calls go over the network: no transaction may be open. */
public interface MachineProvisioner {

    /** The host, and what it is given to join the fleet with: made only when it is installed, since it is a secret. */
    record Machine(String hostname, Supplier<String> userData) {}

    /** How far a rebuild is. A stage is reached when the provisioner has acknowledged its request. */
    enum Stage {
        WANTED,
        ERASING,
        INSTALLING,
        DONE
    }

    sealed interface Outcome {

        record At(Stage stage) implements Outcome {}

        /** Retrying from the start may help, or an operator must look. */
        record Failed(String code, String message) implements Outcome {}

        /** The provisioner could not be asked; nothing is known to have changed. */
        record Unavailable(String message) implements Outcome {}
    }

    /** Takes the next step after the stage that was reached, if the machine is ready for it. */
    Outcome advance(Machine machine, Stage reached);
}
