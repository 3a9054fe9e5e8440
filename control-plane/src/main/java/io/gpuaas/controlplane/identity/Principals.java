package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Finds the people who can sign in, for the domains that verify how. */
@Component
public class Principals {

    private final IdentityStore store;
    private final Clock clock;
    private final IdSource ids;

    Principals(IdentityStore store, Clock clock, IdSource ids) {
        this.store = store;
        this.clock = clock;
        this.ids = ids;
    }

    /** The principal with the roles it holds now. */
    public Optional<Authenticated> find(PrincipalId id) {
        return store.find(id);
    }

    /** Those of these that can sign in, with the roles they hold now. */
    public Map<PrincipalId, Authenticated> find(Collection<PrincipalId> ids) {
        return store.find(ids);
    }

    /** The names of those that are known, also of those that cannot sign in any more. */
    public Map<PrincipalId, String> names(Collection<PrincipalId> ids) {
        return store.names(ids);
    }

    /** A person without any role yet. */
    public PrincipalId createUser(String displayName) {
        PrincipalId id = new PrincipalId(ids.next());
        store.addPrincipal(id, Caller.Kind.USER, displayName, clock.instant());
        return id;
    }
}
