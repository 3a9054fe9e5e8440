package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.identity.SecondFactorPolicy;
import io.gpuaas.controlplane.issuer.FactorStore.RegisteredKey;
import io.gpuaas.controlplane.issuer.Factors.Added;
import io.gpuaas.controlplane.issuer.Factors.NewFactor;
import io.gpuaas.controlplane.issuer.SecondStepStore.Purpose;
import io.gpuaas.controlplane.issuer.SecondStepStore.Step;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.PrincipalId;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Serves the second-factor pages: verify one, add the first one during sign-in, and manage them. */
class FactorPages extends OncePerRequestFilter {

    static final String VERIFY = "/factors/verify";
    static final String ENROL = "/factors/enrol";
    static final String MANAGE = "/factors";

    private static final String SIGN_IN = "/login";
    /** Factors can be changed only shortly after signing in. */
    private static final Duration FRESH = Duration.ofMinutes(15);

    private final Parts parts;

    FactorPages(Parts parts) {
        this.parts = parts;
    }

    /** Dependencies of the pages. */
    @Component
    @EmbeddedIssuer
    record Parts(
            SecondSteps steps,
            Factors factors,
            FactorSeal seal,
            Passkeys passkeys,
            Logins logins,
            PasswordUserStore users,
            Principals principals,
            SecondFactorPolicy policy,
            LoginThrottle throttle,
            SideTrail trail,
            SignInCalls calls,
            Clock clock) {}

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            switch (request.getMethod() + " " + request.getRequestURI()) {
                case "GET " + VERIFY -> new Stepping(request, response).askForFactor(null);
                case "POST " + VERIFY -> new Stepping(request, response).verify();
                case "GET " + ENROL -> new Stepping(request, response).askToEnrol(null);
                case "POST " + ENROL -> new Stepping(request, response).enrol();
                case "GET " + MANAGE -> new Managing(request, response).show(null);
                case "POST " + MANAGE + "/add" -> new Managing(request, response).add();
                case "POST " + MANAGE + "/remove" -> new Managing(request, response).remove();
                case "POST " + MANAGE + "/recovery-codes" -> new Managing(request, response).renewCodes();
                default -> chain.doFilter(request, response);
            }
        } catch (LoginThrottle.Throttled e) {
            SignInSteps.tooManyAttempts(response, e);
        }
    }

    private Call call(PrincipalId person, String operation, HttpServletRequest request) {
        Authenticated who = parts.principals().find(person).orElseThrow(() -> new IllegalStateException("disabled"));
        return parts.calls().of(who, operation, request.getRemoteAddr());
    }

    private String username(PrincipalId person) {
        return parts.users()
                .find(person)
                .map(PasswordUserStore.Account::username)
                .orElse("user");
    }

    /** Handles a browser with a sign-in step cookie; others are redirected to the sign-in page. */
    private final class Stepping {

        private final HttpServletRequest request;
        private final HttpServletResponse response;
        private final Optional<Step> found;

        Stepping(HttpServletRequest request, HttpServletResponse response) {
            this.request = request;
            this.response = response;
            this.found = parts.steps()
                    .find(request)
                    .filter(step -> parts.principals().find(step.principal()).isPresent());
        }

        private Optional<Step> step(boolean verifying) {
            return found.filter(step -> verifying == (step.purpose() == Purpose.VERIFY));
        }

        void askForFactor(@Nullable String note) throws IOException {
            if (step(false).isPresent()) {
                response.sendRedirect(ENROL);
                return;
            }
            Optional<Step> step = step(true);
            if (step.isEmpty() || !parts.factors().has(step.get().principal())) {
                response.sendRedirect(SIGN_IN);
                return;
            }
            List<RegisteredKey> keys = parts.factors().keys(step.get().principal());
            String options = null;
            if (!keys.isEmpty() && parts.passkeys().areOffered()) {
                byte[] challenge = parts.passkeys().newChallenge();
                parts.steps().ask(step.get(), challenge);
                options = parts.passkeys().requestOptions(challenge, keys);
            }
            Pages.send(response, note == null ? 200 : 400, FactorHtml.verify(PageFilter.csrf(request), options, note));
        }

        void verify() throws IOException {
            Optional<Step> found = step(true);
            if (found.isEmpty()) {
                response.sendRedirect(SIGN_IN);
                return;
            }
            Step step = found.get();
            String address = request.getRemoteAddr();
            LoginThrottle.Attempt attempt = beginAttempt(step);
            Optional<Proof> proof = proof(step);
            if (proof.isPresent()) {
                parts.throttle().succeeded(attempt);
                signIn(step, proof.get());
                return;
            }
            parts.principals()
                    .find(step.principal())
                    .ifPresent(who -> parts.trail().refusedFactor(who.caller(), address));
            if (parts.steps().mayTryAgain(step)) {
                askForFactor("That code or key is not valid or was already used. Try again.");
            } else {
                response.sendRedirect(SIGN_IN + "?error");
            }
        }

        private LoginThrottle.Attempt beginAttempt(Step step) {
            return parts.throttle().begin(LoginThrottle.Step.FACTOR, username(step.principal()), Visitor.of(request));
        }

        private Optional<Proof> proof(Step step) {
            String answer = PageFilter.parameter(request, "answer");
            if (answer.isEmpty()) {
                return parts.factors()
                        .check(
                                step.principal(),
                                PageFilter.parameter(request, "code"),
                                call(step.principal(), "signIn", request));
            }
            byte[] challenge = step.challenge();
            return challenge != null
                            && parts.steps().spendChallenge(step)
                            && parts.factors().checkKey(step.principal(), answer, challenge)
                    ? Optional.of(Proof.KEY)
                    : Optional.empty();
        }

        /** True if the browser is now signed in. */
        private boolean open(Step step, Proof proof) {
            return parts.steps().end(step, response) && signedIn(step, proof);
        }

        private boolean signedIn(Step step, Proof proof) {
            Optional<Authenticated> who = parts.principals().find(step.principal());
            if (who.isEmpty()) {
                return false;
            }
            parts.trail().signedIn(who.get().caller(), "password and " + proof.wireName(), request.getRemoteAddr());
            parts.logins().open(step.principal(), proof, request, response);
            return true;
        }

        private void signIn(Step step, Proof proof) throws IOException {
            response.sendRedirect(open(step, proof) ? step.continueTo() : SIGN_IN);
        }

        void askToEnrol(@Nullable String note) throws IOException {
            Optional<Step> found = step(false).filter(this::mayEnrol);
            byte[] secret = found.flatMap(
                            step -> parts.seal().open(Objects.requireNonNull(step.sealedSecret()), step.principal()))
                    .orElse(null);
            if (found.isEmpty() || secret == null) {
                response.sendRedirect(SIGN_IN);
                return;
            }
            Step step = found.get();
            String username = username(step.principal());
            String options = null;
            if (parts.passkeys().areOffered()) {
                byte[] challenge = parts.passkeys().newChallenge();
                parts.steps().ask(step, challenge);
                options = parts.passkeys()
                        .creationOptions(
                                challenge,
                                step.principal(),
                                username,
                                parts.factors().keys(step.principal()));
            }
            Pages.send(
                    response,
                    note == null ? 200 : 400,
                    FactorHtml.enrol(
                            PageFilter.csrf(request),
                            Totp.base32(secret),
                            Totp.address(secret, parts.passkeys().host(), username),
                            options,
                            step.purpose() == Purpose.ENROL,
                            note));
        }

        /** Adding another factor requires the login it began with, and that this is recent. */
        private boolean mayEnrol(Step step) {
            return step.purpose() == Purpose.ENROL || login(step).isPresent();
        }

        private Optional<LoginStore.Login> login(Step step) {
            return parts.logins().find(request).filter(login -> login.id().equals(step.loginId()) && isFresh(login));
        }

        void enrol() throws IOException {
            Optional<Step> found = step(false).filter(this::mayEnrol);
            if (found.isEmpty()) {
                response.sendRedirect(SIGN_IN);
                return;
            }
            Step step = found.get();
            LoginThrottle.Attempt attempt = beginAttempt(step);
            String answer = PageFilter.parameter(request, "answer");
            Proof proof = answer.isEmpty() ? Proof.APP : Proof.KEY;
            switch (add(step, answer)) {
                case Added.Wrong _ -> {
                    if (parts.steps().mayTryAgain(step)) {
                        askToEnrol("That code or key is not valid. Check your device's clock and try again.");
                    } else {
                        response.sendRedirect(SIGN_IN + "?error");
                    }
                }
                case Added.Refused _ -> {
                    parts.steps().end(step, response);
                    response.sendRedirect(SIGN_IN);
                }
                case Added.Done done -> {
                    parts.throttle().succeeded(attempt);
                    finish(step, proof, done.recoveryCodes());
                }
            }
        }

        private Added add(Step step, String answer) {
            boolean factorShown = step.purpose() == Purpose.ADD
                    && login(step).filter(login -> login.proof() != null).isPresent();
            NewFactor wanted = new NewFactor(PageFilter.parameter(request, "name"), factorShown);
            Call call = call(step.principal(), "addSecondFactor", request);
            if (answer.isEmpty()) {
                return parts.factors()
                        .addApp(
                                step.principal(),
                                Objects.requireNonNull(step.sealedSecret()),
                                PageFilter.parameter(request, "code"),
                                wanted,
                                call);
            }
            byte[] challenge = step.challenge();
            return challenge != null && parts.steps().spendChallenge(step)
                    ? parts.factors().addKey(step.principal(), answer, challenge, wanted, call)
                    : new Added.Wrong();
        }

        private void finish(Step step, Proof proof, List<String> codes) throws IOException {
            parts.steps().end(step, response);
            if (codes.isEmpty()) {
                response.sendRedirect(step.continueTo());
                return;
            }
            // The first factor ended every sign-in; this browser has just shown it.
            if (signedIn(step, proof)) {
                Pages.send(response, 200, FactorHtml.recoveryCodes(codes, step.continueTo()));
            } else {
                response.sendRedirect(SIGN_IN);
            }
        }
    }

    private boolean isFresh(LoginStore.Login login) {
        return login.createdAt().isAfter(parts.clock().instant().minus(FRESH));
    }

    /** Handles a signed-in user. An old sign-in, or one without an existing factor, requires signing in again. */
    private final class Managing {

        private final HttpServletRequest request;
        private final HttpServletResponse response;
        private final Optional<LoginStore.Login> found;

        Managing(HttpServletRequest request, HttpServletResponse response) {
            this.request = request;
            this.response = response;
            this.found = parts.logins().find(request).filter(FactorPages.this::isFresh);
        }

        private boolean sendAway() throws IOException {
            if (found.isEmpty()) {
                response.sendRedirect(SIGN_IN + "?continue=" + MANAGE);
            }
            return found.isEmpty();
        }

        private PrincipalId person() {
            return found.orElseThrow().principal();
        }

        void show(@Nullable String note) throws IOException {
            if (!sendAway()) {
                Pages.send(
                        response,
                        note == null ? 200 : 409,
                        FactorHtml.manage(
                                PageFilter.csrf(request),
                                parts.factors().list(person()),
                                parts.factors().recoveryCodesLeft(person()),
                                note));
            }
        }

        void add() throws IOException {
            if (sendAway()) {
                return;
            }
            if (parts.factors().list(person()).size() >= Factors.FACTORS_MAX) {
                show("You have " + Factors.FACTORS_MAX + " second factors, the maximum. Remove one first.");
                return;
            }
            parts.steps().beginAdding(found.orElseThrow(), response);
            response.sendRedirect(ENROL);
        }

        void remove() throws IOException {
            if (sendAway()) {
                return;
            }
            boolean oneMustStay = parts.principals()
                    .find(person())
                    .filter(parts.policy()::demandedOf)
                    .isPresent();
            Optional<UUID> id = parse(PageFilter.parameter(request, "id"));
            if (id.isPresent()
                    && parts.factors()
                            .remove(person(), id.get(), oneMustStay, call(person(), "removeSecondFactor", request))) {
                response.sendRedirect(MANAGE);
            } else {
                show("Not removed. Your account requires a second factor; add another one first.");
            }
        }

        void renewCodes() throws IOException {
            if (sendAway()) {
                return;
            }
            if (!parts.factors().has(person())) {
                show("Add a second factor first to get recovery codes.");
                return;
            }
            Pages.send(
                    response,
                    200,
                    FactorHtml.recoveryCodes(
                            parts.factors().renewRecoveryCodes(person(), call(person(), "renewRecoveryCodes", request)),
                            MANAGE));
        }

        private static Optional<UUID> parse(String text) {
            try {
                return Optional.of(UUID.fromString(text));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }
}
