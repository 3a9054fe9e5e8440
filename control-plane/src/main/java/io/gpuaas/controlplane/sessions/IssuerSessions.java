package io.gpuaas.controlplane.sessions;

import io.gpuaas.kernel.PrincipalId;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lets an issuer end the browser sessions that came from a login there. */
@Component
public class IssuerSessions {

    private final SessionStore store;

    IssuerSessions(SessionStore store) {
        this.store = store;
    }

    /**
     * Ends them and says whose they were. Other processes notice within the time they keep a session in memory.
     *
     * @param person whose login it is, when the issuer said so: then also sessions end that know no login
     */
    public Set<PrincipalId> end(String login, @Nullable PrincipalId person) {
        return store.endLogin(login, person);
    }
}
