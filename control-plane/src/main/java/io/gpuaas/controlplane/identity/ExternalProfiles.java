package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.PrincipalId;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Copies what an outside issuer says about a person to the principal. */
@Component
public class ExternalProfiles {

    private static final int NAME_CHARACTERS_MAX = 100;
    private static final int EMAIL_CHARACTERS_MAX = 254;
    /** As in {@link Names}: what cannot be seen, or turns a line around. */
    private static final String HIDDEN = "[\\p{C}\\p{Zl}\\p{Zp}]";

    private final ProfileStore store;
    private final Principals principals;
    private final Revocations revocations;
    private final OpenInvitations invitations;
    private final SideTrail trail;

    ExternalProfiles(
            ProfileStore store,
            Principals principals,
            Revocations revocations,
            OpenInvitations invitations,
            SideTrail trail) {
        this.store = store;
        this.principals = principals;
        this.revocations = revocations;
        this.invitations = invitations;
        this.trail = trail;
    }

    /**
     * A person, as the issuer describes them.
     *
     * @param managedRoles the roles the issuer alone gives and takes
     * @param heldRoles those of them the person holds
     */
    public record Profile(String name, Email email, Set<Role> managedRoles, Set<Role> heldRoles) {}

    /** An address counts only when the issuer verified it: invitations are accepted by it. */
    public record Email(boolean said, @Nullable String address) {

        public static Email verified(String address) {
            return new Email(true, normalized(address));
        }

        /** One that proves nothing; the address known so far does not count any more. */
        public static Email unverified() {
            return new Email(true, null);
        }

        /** The token does not speak of one. */
        public static Email unsaid() {
            return new Email(false, null);
        }

        private static @Nullable String normalized(String address) {
            String email =
                    Normalizer.normalize(address, Normalizer.Form.NFC).strip().toLowerCase(Locale.ROOT);
            boolean usable = email.length() <= EMAIL_CHARACTERS_MAX
                    && email.indexOf('@') > 0
                    && email.equals(email.replaceAll(HIDDEN + "|\\s", ""));
            return usable ? email : null;
        }
    }

    /** Call within a transaction. */
    public PrincipalId create(Profile profile) {
        PrincipalId id = principals.createUser(displayName(profile.name()));
        trail.acted(Call.current(), "user.create", id.toString());
        apply(id, profile);
        return id;
    }

    /** Call within a transaction. */
    public void update(PrincipalId id, Profile profile) {
        store.setName(id, displayName(profile.name()));
        apply(id, profile);
    }

    private void apply(PrincipalId id, Profile profile) {
        if (profile.email().said()) {
            setEmail(id, profile.email().address());
        }
        boolean removed = store.removeRoles(id, profile.managedRoles(), profile.heldRoles());
        boolean added = store.addRoles(id, profile.heldRoles());
        if (removed || added) {
            trail.acted(Call.current(), "user.set_platform_roles", id.toString());
        }
        if (removed) {
            revocations.announce(id);
            invitations.revokeThoseNoLongerGiven(id);
        } else if (added) {
            revocations.forgetRolesOf(id);
        }
    }

    /** An address that another person has stays theirs: it alone does not prove that both are one person. */
    private void setEmail(PrincipalId id, @Nullable String email) {
        if (email != null) {
            store.lockEmail(email);
        }
        store.setEmail(id, email);
    }

    static String displayName(String text) {
        String name = Normalizer.normalize(text, Normalizer.Form.NFC)
                .replaceAll(HIDDEN, "")
                .strip();
        int end = name.offsetByCodePoints(0, Math.min(name.codePointCount(0, name.length()), NAME_CHARACTERS_MAX));
        return name.isEmpty() ? "user" : name.substring(0, end).strip();
    }
}
