// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.SshKeyId;

public record SshKeyRemoved(
        SshKeyId sshKeyId,
        PrincipalId principalId,
        String fingerprint)
        implements DomainEvent {

    public static final String TYPE = "access.ssh_key_removed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("ssh_key", sshKeyId);
    }
}
