package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Finds the mail address of a person who can sign in. */
@Component
public class MailAddresses {

    private final MemberStore store;

    MailAddresses(MemberStore store) {
        this.store = store;
    }

    public Optional<PrincipalId> findPerson(String email) {
        return store.findPerson(
                Normalizer.normalize(email.strip(), Normalizer.Form.NFC).toLowerCase(Locale.ROOT));
    }

    public Optional<String> find(PrincipalId person) {
        return store.findEmail(person);
    }
}
