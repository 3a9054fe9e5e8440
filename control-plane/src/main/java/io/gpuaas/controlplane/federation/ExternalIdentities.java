package io.gpuaas.controlplane.federation;

import io.gpuaas.controlplane.federation.ExternalIdentityStore.Known;
import io.gpuaas.controlplane.federation.ExternalIdentityStore.Origin;
import io.gpuaas.controlplane.identity.ExternalProfiles;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Maps identities at the outside issuer to users here. A new identity becomes a user without roles. */
@Component
@ExternalIssuer
class ExternalIdentities {

    private static final Logger log = LoggerFactory.getLogger(ExternalIdentities.class);

    private final ExternalIdentityStore store;
    private final ExternalProfiles profiles;
    private final IssuerSettings settings;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    ExternalIdentities(
            ExternalIdentityStore store,
            ExternalProfiles profiles,
            IssuerSettings settings,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.profiles = profiles;
        this.settings = settings;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    /** After a sign-in, the issuer's current claims apply. */
    PrincipalId signedIn(Person person, Instant issuedAt) {
        return admit(person, issuedAt, known -> !issuedAt.isBefore(known.claimsAt()));
    }

    /** For a presented token, which may be older than the last claims, and is presented often. */
    PrincipalId seen(Person person, Instant issuedAt) {
        return admit(person, issuedAt, known -> issuedAt.isAfter(known.claimsAt()));
    }

    private PrincipalId admit(Person person, Instant issuedAt, Predicate<Known> hasNews) {
        Origin origin = new Origin(settings.issuer(), person.subject());
        Optional<Known> known = store.find(origin);
        if (known.isPresent() && !hasNews.test(known.get())) {
            return known.get().principal();
        }
        return call().run(() -> transaction.execute(status -> {
            store.lock(origin);
            Optional<Known> now = store.find(origin);
            if (now.isEmpty()) {
                return create(origin, person, issuedAt);
            }
            if (hasNews.test(now.get())) {
                profiles.update(now.get().principal(), profile(person));
                store.noteClaims(now.get().principal(), issuedAt);
            }
            return now.get().principal();
        }));
    }

    /** There is no signed-in caller yet, so changes that follow from the claims are made by the platform. */
    private Call call() {
        CorrelationId correlation = Optional.ofNullable(MDC.get("correlation_id"))
                .flatMap(CorrelationId::find)
                .orElseGet(() -> CorrelationId.create(ids));
        return Call.system("takeOverClaims", correlation);
    }

    private PrincipalId create(Origin origin, Person person, Instant issuedAt) {
        PrincipalId principal = profiles.create(profile(person));
        store.add(origin, new Known(principal, issuedAt), clock.instant());
        log.atInfo()
                .addKeyValue("user", principal)
                .addKeyValue("issuer", origin.issuer())
                .log("created a user for a person of the outside issuer");
        return principal;
    }

    private ExternalProfiles.Profile profile(Person person) {
        Person.Email email = person.email();
        return new ExternalProfiles.Profile(
                person.name(),
                email == null
                        ? ExternalProfiles.Email.unsaid()
                        : email.verified()
                                ? ExternalProfiles.Email.verified(email.address())
                                : ExternalProfiles.Email.unverified(),
                settings.managedRoles(),
                settings.rolesOf(person.groups()));
    }
}
