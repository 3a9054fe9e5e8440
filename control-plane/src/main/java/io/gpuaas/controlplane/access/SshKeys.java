package io.gpuaas.controlplane.access;

import io.gpuaas.api.AddSshKey;
import io.gpuaas.api.SshKey;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.SshKeyAdded;
import io.gpuaas.events.SshKeyRemoved;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.SshKeyId;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;

/** The SSH public keys of users. */
@Component
public class SshKeys {

    private final AccessStore store;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    SshKeys(AccessStore store, Policies policies, Outbox outbox, Clock clock, IdSource ids) {
        this.store = store;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    /** All keys of a user, newest first; no more than the policy's upper bound. */
    public List<SshKey> listFor(PrincipalId user) {
        return store.list(user);
    }

    SshKey add(PrincipalId user, AddSshKey command) {
        String name = checkedName(command.name());
        SshPublicKey parsed = SshPublicKey.parse(command.publicKey());
        SshKey key = new SshKey(
                new SshKeyId(ids.next()),
                name,
                parsed.type().wireName(),
                parsed.bits(),
                parsed.fingerprint(),
                parsed.comment(),
                parsed.line(),
                // As fine as the database keeps it, so that the first answer and later ones agree.
                clock.instant());
        store.lockKeysOf(user);
        long max = policies.effective(AccessPolicies.SSH_KEYS_PER_USER_MAX);
        if (store.count(user) >= max) {
            throw AccessErrors.limitReached(max);
        }
        if (!store.add(user, key)) {
            throw store.find(user, key.fingerprint())
                    .map(own -> AccessErrors.takenByCaller(own.name()))
                    .orElseGet(AccessErrors::taken);
        }
        outbox.append(new SshKeyAdded(key.id(), user, key.fingerprint()));
        return key;
    }

    SshKey rename(PrincipalId user, SshKeyId id, String name) {
        return store.rename(user, id, checkedName(name)).orElseThrow(SshKeys::none);
    }

    SshKey remove(PrincipalId user, SshKeyId id) {
        SshKey removed = store.remove(user, id).orElseThrow(SshKeys::none);
        outbox.append(new SshKeyRemoved(id, user, removed.fingerprint()));
        return removed;
    }

    SshKey require(PrincipalId user, SshKeyId id) {
        return store.find(user, id).orElseThrow(SshKeys::none);
    }

    private static ProblemException none() {
        return ProblemException.notFound("SSH key");
    }

    private static String checkedName(String name) {
        String stripped = name.strip();
        PrintableText.findFault(stripped).ifPresent(fault -> {
            throw AccessErrors.nameInvalid(fault);
        });
        return stripped;
    }
}
