package io.gpuaas.controlplane.access;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.SshKeyId;

public record SshKeyAdded(SshKeyId sshKeyId, PrincipalId principalId, String fingerprint) implements DomainEvent {

    public static final String TYPE = "platform.ssh_key_added";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("ssh_key", sshKeyId.toString());
    }
}
