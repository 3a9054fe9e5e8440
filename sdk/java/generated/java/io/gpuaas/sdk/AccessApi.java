// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.SshKeyId;
import org.jspecify.annotations.Nullable;

/** SSH public keys that give users access to their allocations. */
public final class AccessApi {

    private final Transport transport;

    AccessApi(Transport transport) {
        this.transport = transport;
    }

    /** Add an SSH public key. */
    public SshKey addSshKey(AddSshKey addSshKey) {
        return addSshKey(addSshKey, IdempotencyKey.random());
    }

    /** Add an SSH public key, under a key you chose: the same key again answers the same and does nothing more. */
    public SshKey addSshKey(AddSshKey addSshKey, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/me/ssh-keys")
                .idempotencyKey(idempotencyKey)
                .body(addSshKey)
                .accept("application/json");
        return transport.send(call, SshKey.class);
    }

    /** Get one of the caller's SSH public keys. */
    public SshKey getSshKey(SshKeyId sshKeyId) {
        Call call = Call.of("GET", "/api/v1/me/ssh-keys/{ssh_key_id}")
                .path("ssh_key_id", sshKeyId)
                .accept("application/json");
        return transport.send(call, SshKey.class);
    }

    /** List the caller's SSH public keys. */
    public SshKeyPage listSshKeys(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/me/ssh-keys")
                .page(page)
                .accept("application/json");
        return transport.send(call, SshKeyPage.class);
    }

    /** Remove one of the caller's SSH public keys. */
    public SshKey removeSshKey(SshKeyId sshKeyId) {
        return removeSshKey(sshKeyId, IdempotencyKey.random());
    }

    /** Remove one of the caller's SSH public keys, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public SshKey removeSshKey(SshKeyId sshKeyId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/me/ssh-keys/{ssh_key_id}")
                .path("ssh_key_id", sshKeyId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, SshKey.class);
    }

    /** Rename one of the caller's SSH public keys. */
    public SshKey renameSshKey(SshKeyId sshKeyId, RenameSshKey renameSshKey) {
        return renameSshKey(sshKeyId, renameSshKey, IdempotencyKey.random());
    }

    /** Rename one of the caller's SSH public keys, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public SshKey renameSshKey(SshKeyId sshKeyId, RenameSshKey renameSshKey, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/me/ssh-keys/{ssh_key_id}")
                .path("ssh_key_id", sshKeyId)
                .idempotencyKey(idempotencyKey)
                .body(renameSshKey)
                .accept("application/json");
        return transport.send(call, SshKey.class);
    }
}
