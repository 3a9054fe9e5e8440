package io.gpuaas.controlplane.access;

import io.gpuaas.api.AccessApi;
import io.gpuaas.api.AddSshKey;
import io.gpuaas.api.RenameSshKey;
import io.gpuaas.api.SshKey;
import io.gpuaas.api.SshKeyPage;
import io.gpuaas.controlplane.identity.SignedIn;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.SshKeyId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class AccessHandler implements AccessApi {

    private final SshKeys keys;
    private final AccessStore store;

    AccessHandler(SshKeys keys, AccessStore store) {
        this.keys = keys;
        this.store = store;
    }

    @Override
    public SshKeyPage listSshKeys(Integer limit, @Nullable String cursor) {
        List<SshKey> rows = store.list(
                SignedIn.requirePerson(), PageCursor.decode("ssh-keys", cursor, UUID::fromString), limit + 1);
        return new SshKeyPage(PageCursor.page(rows, limit), PageCursor.next("ssh-keys", rows, limit, SshKey::id));
    }

    @Override
    public SshKey addSshKey(AddSshKey command) {
        return keys.add(SignedIn.requirePerson(), command);
    }

    @Override
    public SshKey getSshKey(SshKeyId id) {
        return keys.require(SignedIn.requirePerson(), id);
    }

    @Override
    public SshKey renameSshKey(SshKeyId id, RenameSshKey command) {
        return keys.rename(SignedIn.requirePerson(), id, command.name());
    }

    @Override
    public SshKey removeSshKey(SshKeyId id) {
        return keys.remove(SignedIn.requirePerson(), id);
    }
}
