package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.notifications.LinkReaders;
import org.springframework.stereotype.Component;

/** Hides links in mail from scoped tokens: a token that may list mail must not get a link that sets a password. */
@Component
class WholePersonLinks implements LinkReaders {

    @Override
    public boolean callerMaySeeLinks() {
        return SignedIn.current().isWholePerson();
    }
}
