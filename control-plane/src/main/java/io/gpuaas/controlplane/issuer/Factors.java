package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.identity.MailAddresses;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.identity.SecondFactors;
import io.gpuaas.controlplane.issuer.FactorStore.App;
import io.gpuaas.controlplane.issuer.FactorStore.Factor;
import io.gpuaas.controlplane.issuer.FactorStore.RegisteredKey;
import io.gpuaas.controlplane.notifications.MailOutbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Manages second factors of people who sign in with a password. Each change is audited and announced by mail. */
@Component
@EmbeddedIssuer
class Factors implements SecondFactors {

    static final int FACTORS_MAX = 10;

    private static final Logger log = LoggerFactory.getLogger(Factors.class);

    private final FactorStore store;
    private final FactorSeal seal;
    private final Passkeys passkeys;
    private final MailAddresses addresses;
    private final MailOutbox mail;
    private final Revocations revocations;
    private final SideTrail trail;
    private final TransactionTemplate transaction;
    private final PublicUrl url;
    private final Clock clock;
    private final IdSource ids;

    Factors(
            FactorStore store,
            FactorSeal seal,
            Passkeys passkeys,
            MailAddresses addresses,
            MailOutbox mail,
            Revocations revocations,
            SideTrail trail,
            TransactionTemplate transaction,
            PublicUrl url,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.seal = seal;
        this.passkeys = passkeys;
        this.addresses = addresses;
        this.mail = mail;
        this.revocations = revocations;
        this.trail = trail;
        this.transaction = transaction;
        this.url = url;
        this.clock = clock;
        this.ids = ids;
    }

    /** How adding a factor went. */
    sealed interface Added {
        /** Recovery codes come with the first factor; they are shown now and never again. With it all sign-ins ended. */
        record Done(List<String> recoveryCodes) implements Added {}

        /** The code or the key's answer was not right. */
        record Wrong() implements Added {}

        /** There are too many, or there are others and this sign-in has shown none of them. */
        record Refused() implements Added {}
    }

    List<Factor> list(PrincipalId person) {
        return store.list(person);
    }

    boolean has(PrincipalId person) {
        return !store.list(person).isEmpty();
    }

    List<RegisteredKey> keys(PrincipalId person) {
        return store.keys(person);
    }

    int recoveryCodesLeft(PrincipalId person) {
        return store.countCodes(person);
    }

    /** A code of an app or a recovery code; each is good once. */
    Optional<Proof> check(PrincipalId person, String typed, Call call) {
        String code = typed.strip().replace(" ", "");
        if (Totp.isCode(code)) {
            return store.apps(person).stream().anyMatch(app -> isRight(app, person, code))
                    ? Optional.of(Proof.APP)
                    : Optional.empty();
        }
        return call.run(() -> transaction.execute(status -> useRecoveryCode(person, code)))
                ? Optional.of(Proof.RECOVERY_CODE)
                : Optional.empty();
    }

    private boolean isRight(App app, PrincipalId person, String code) {
        Instant now = clock.instant();
        Optional<byte[]> secret = seal.open(app.sealedSecret(), person);
        if (secret.isEmpty()) {
            log.atError()
                    .addKeyValue("factor", app.id())
                    .log("could not open the secret of a second factor: was the key file replaced?");
            return false;
        }
        OptionalLong step = Totp.match(secret.get(), code, now);
        return step.isPresent() && store.use(app, step.getAsLong(), now);
    }

    private boolean useRecoveryCode(PrincipalId person, String code) {
        if (!store.useCode(person, RecoveryCodes.digest(code))) {
            return false;
        }
        int left = store.countCodes(person);
        trail.acted(Call.current(), "user.use_recovery_code", person.toString());
        tell(person, "A recovery code was used", "One of your recovery codes was used to sign in. " + left + " left.");
        return true;
    }

    /** The answer of a security key to this challenge. */
    boolean checkKey(PrincipalId person, String answer, byte[] challenge) {
        return passkeys.verify(answer, challenge, store.keys(person), person)
                .filter(used -> store.use(used.key(), used.signCount(), clock.instant()))
                .isPresent();
    }

    Added addApp(PrincipalId person, byte[] sealedSecret, String code, NewFactor wanted, Call call) {
        OptionalLong step = seal.open(sealedSecret, person)
                .map(secret -> Totp.match(secret, code.strip().replace(" ", ""), clock.instant()))
                .orElse(OptionalLong.empty());
        if (step.isEmpty()) {
            return new Added.Wrong();
        }
        return add(person, wanted, call, now -> {
            store.add(
                    person, new App(ids.next(), sealedSecret), wanted.name("Authenticator app"), step.getAsLong(), now);
            return true;
        });
    }

    Added addKey(PrincipalId person, String answer, byte[] challenge, NewFactor wanted, Call call) {
        Optional<RegisteredKey> key = passkeys.register(answer, challenge, ids.next());
        if (key.isEmpty()) {
            return new Added.Wrong();
        }
        return add(person, wanted, call, now -> store.add(person, key.get(), wanted.name("Security key"), now));
    }

    /**
     * The name of a new factor.
     *
     * @param factorShown whether this sign-in used a factor; without that, no further factor can be added
     */
    record NewFactor(String typedName, boolean factorShown) {

        private static final int NAME_CHARACTERS_MAX = 60;

        String name(String otherwise) {
            String name = typedName.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "").strip();
            return name.isEmpty() ? otherwise : name.substring(0, Math.min(name.length(), NAME_CHARACTERS_MAX));
        }
    }

    private interface Insert {
        boolean at(Instant now);
    }

    private Added add(PrincipalId person, NewFactor wanted, Call call, Insert insert) {
        return call.run(() -> transaction.execute(status -> {
            store.lock(person);
            List<Factor> before = store.list(person);
            if (before.size() >= FACTORS_MAX || (!wanted.factorShown() && !before.isEmpty())) {
                return new Added.Refused();
            }
            if (!insert.at(clock.instant())) {
                status.setRollbackOnly();
                return new Added.Refused();
            }
            trail.acted(Call.current(), "user.add_second_factor", person.toString());
            if (before.isEmpty()) {
                return new Added.Done(addedFirst(person));
            }
            tell(person, "A second factor was added", "A second factor was added to your account.");
            return new Added.Done(List.of());
        }));
    }

    /** Ends every sign-in by password alone, including the current one: another person may have opened one of them. */
    private List<String> addedFirst(PrincipalId person) {
        revocations.endSignIns(person);
        tell(
                person,
                "A second factor was added",
                "A second factor was added to your account, and you were signed out everywhere else.");
        return newCodes(person);
    }

    /** New codes in place of all there are. */
    List<String> renewRecoveryCodes(PrincipalId person, Call call) {
        return call.run(() -> transaction.execute(status -> {
            store.lock(person);
            trail.acted(Call.current(), "user.renew_recovery_codes", person.toString());
            tell(person, "Your recovery codes were replaced", "Your recovery codes were replaced with new ones.");
            return newCodes(person);
        }));
    }

    private List<String> newCodes(PrincipalId person) {
        List<String> codes = RecoveryCodes.create();
        store.replaceCodes(person, codes.stream().map(RecoveryCodes::digest).toList());
        return codes;
    }

    /** False when it is not there, or the last one and must stay. */
    boolean remove(PrincipalId person, UUID id, boolean oneMustStay, Call call) {
        return call.run(() -> transaction.execute(status -> {
            store.lock(person);
            List<Factor> before = store.list(person);
            if ((oneMustStay && before.size() == 1) || !store.remove(person, id)) {
                return false;
            }
            if (before.size() == 1) {
                store.replaceCodes(person, List.of());
            }
            removed(person);
            return true;
        }));
    }

    @Override
    public void removeAll(PrincipalId person) {
        store.lock(person);
        store.replaceCodes(person, List.of());
        if (store.removeAll(person) > 0) {
            tell(
                    person,
                    "Your second factors were removed",
                    "An operator removed all second factors from your account.");
        }
    }

    private void removed(PrincipalId person) {
        trail.acted(Call.current(), "user.remove_second_factor", person.toString());
        tell(person, "A second factor was removed", "A second factor was removed from your account.");
    }

    private void tell(PrincipalId person, String subject, String what) {
        addresses
                .find(person)
                .ifPresent(address ->
                        mail.write(new MailOutbox.Letter(address, subject, """
                        %s
                        Installation: %s

                        If this wasn't you, ask an operator of the installation to disable the account.
                        """.formatted(what, url.external()))));
    }
}
