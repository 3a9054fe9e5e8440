package io.gpuaas.controlplane.identity;

import io.gpuaas.api.ChangePassword;
import io.gpuaas.api.CreateUser;
import io.gpuaas.api.DisableUser;
import io.gpuaas.api.JoinByInvitation;
import io.gpuaas.api.PlatformRole;
import io.gpuaas.api.SetPlatformRoles;
import io.gpuaas.api.User;
import io.gpuaas.api.UserPassword;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.UserChanged;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Manages people: how they join, their platform roles, and how they leave. */
@Component
class Users {

    private final UserStore store;
    private final Principals principals;
    private final ObjectProvider<PasswordAccounts> passwords;
    private final ObjectProvider<SecondFactors> secondFactors;
    private final Invitations invitations;
    private final OpenInvitations openInvitations;
    private final GivenRights rights;
    private final Revocations revocations;
    private final Outbox outbox;
    private final Clock clock;

    Users(
            UserStore store,
            Principals principals,
            ObjectProvider<PasswordAccounts> passwords,
            ObjectProvider<SecondFactors> secondFactors,
            Invitations invitations,
            OpenInvitations openInvitations,
            GivenRights rights,
            Revocations revocations,
            Outbox outbox,
            Clock clock) {
        this.store = store;
        this.principals = principals;
        this.passwords = passwords;
        this.secondFactors = secondFactors;
        this.invitations = invitations;
        this.openInvitations = openInvitations;
        this.rights = rights;
        this.revocations = revocations;
        this.outbox = outbox;
        this.clock = clock;
    }

    List<User> list(@Nullable UUID before, int limit) {
        return named(store.list(before, limit));
    }

    User require(PrincipalId id) {
        return named(List.of(store.find(id).orElseThrow(() -> ProblemException.notFound("user"))))
                .getFirst();
    }

    UserPassword create(CreateUser command) {
        SignedIn.requirePerson();
        PasswordAccounts accounts = requireAccounts();
        PrincipalId id = principals.createUser(Names.require("display_name", command.displayName()));
        String email = command.email();
        if (email != null) {
            store.setEmail(id, Names.requireEmail("email", email));
        }
        String password = accounts.open(id, command.username());
        return new UserPassword(changed(id), password);
    }

    /** The link in the mail proves the address, so no other verification is needed. */
    User join(JoinByInvitation command) {
        PasswordAccounts accounts = requireAccounts();
        String email = invitations.requireOpen(command.token()).email();
        if (store.emailKnown(email)) {
            throw IdentityErrors.emailTaken();
        }
        PrincipalId id = principals.createUser(Names.require("display_name", command.displayName()));
        store.setEmail(id, email);
        accounts.open(id, Optional.ofNullable(command.username()).orElse(email), command.password());
        invitations.accept(command.token(), id);
        return changed(id);
    }

    User disable(PrincipalId id, DisableUser command) {
        store.lockPlatformRoles();
        User user = require(id);
        requireMayGive(user.platformRoles());
        requireAnotherAdmin(user, List.of());
        store.disable(id, clock.instant(), command.reason().strip());
        openInvitations.revokeAllOf(id);
        revocations.revokeAll(id, command.reason().strip());
        return changed(id);
    }

    /** Gives back every role the person held. */
    User enable(PrincipalId id) {
        SignedIn.requirePerson();
        store.lockPlatformRoles();
        requireMayGive(require(id).platformRoles());
        store.enable(id);
        return changed(id);
    }

    User setPlatformRoles(PrincipalId id, SetPlatformRoles command) {
        store.lockPlatformRoles();
        User user = require(id);
        requireMayGive(changedRoles(user.platformRoles(), command.roles()));
        requireAnotherAdmin(user, command.roles());
        store.setPlatformRoles(id, command.roles());
        openInvitations.revokeThoseNoLongerGiven(id);
        revocations.announce(id);
        return changed(id);
    }

    /** The caller can then sign in as this person, and so must hold as much. */
    UserPassword resetPassword(PrincipalId id) {
        SignedIn.requirePerson();
        store.lockPlatformRoles();
        User user = require(id);
        requireMayGive(user.platformRoles());
        String password = requireAccounts().reset(id);
        revocations.endSignIns(id);
        return new UserPassword(user, password);
    }

    /** Without the factor a password is enough to sign in as this person, so the caller must hold as much. */
    User removeSecondFactors(PrincipalId id) {
        PrincipalId caller = SignedIn.requirePerson();
        store.lockPlatformRoles();
        User user = require(id);
        SecondFactors kept =
                Optional.ofNullable(secondFactors.getIfAvailable()).orElseThrow(IdentityErrors::usersKeptElsewhere);
        if (id.equals(caller)) {
            throw IdentityErrors.ownSecondFactors();
        }
        requireMayGive(user.platformRoles());
        kept.removeAll(id);
        revocations.endSignIns(id);
        return require(id);
    }

    User changePassword(ChangePassword command) {
        PrincipalId id = SignedIn.requirePerson();
        requireAccounts().change(id, command.currentPassword(), command.newPassword());
        revocations.endSignIns(id);
        return require(id);
    }

    private void requireMayGive(Collection<PlatformRole> roles) {
        rights.requireMayGiveOnPlatform(
                roles.stream().map(role -> Role.fromWire(role.wire())).toList());
    }

    /** Those that are given, and those that are taken away. */
    private static Set<PlatformRole> changedRoles(List<PlatformRole> before, List<PlatformRole> after) {
        Set<PlatformRole> changed = new HashSet<>(before);
        changed.addAll(after);
        changed.removeIf(role -> before.contains(role) && after.contains(role));
        return changed;
    }

    private void requireAnotherAdmin(User user, List<PlatformRole> after) {
        boolean ends = user.platformRoles().contains(PlatformRole.PLATFORM_ADMIN)
                && !after.contains(PlatformRole.PLATFORM_ADMIN);
        if (ends && !store.hasActiveAdminBesides(user.id())) {
            throw IdentityErrors.lastPlatformAdmin();
        }
    }

    private PasswordAccounts requireAccounts() {
        return Optional.ofNullable(passwords.getIfAvailable()).orElseThrow(IdentityErrors::usersKeptElsewhere);
    }

    private User changed(PrincipalId id) {
        User user = require(id);
        outbox.append(new UserChanged(
                id,
                user.state().wire(),
                user.platformRoles().stream().map(PlatformRole::wire).toList()));
        return user;
    }

    private List<User> named(List<User> users) {
        PasswordAccounts accounts = passwords.getIfAvailable();
        Map<PrincipalId, String> names = accounts == null
                ? Map.of()
                : accounts.usernames(users.stream().map(User::id).toList());
        return users.stream()
                .map(user -> new User(
                        user.id(),
                        user.displayName(),
                        names.get(user.id()),
                        user.email(),
                        user.state(),
                        user.platformRoles(),
                        user.createdAt()))
                .toList();
    }
}
