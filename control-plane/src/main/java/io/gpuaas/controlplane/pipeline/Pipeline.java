package io.gpuaas.controlplane.pipeline;

import io.gpuaas.api.Idempotency;
import io.gpuaas.api.Scope;
import io.gpuaas.controlplane.audit.AuditEntry;
import io.gpuaas.controlplane.audit.AuditTrail;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Access.Decision;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.pipeline.IdempotencyStore.Claim;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The rules of an operation, enforced in one place and one order. */
@Component
class Pipeline {

    static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private static final String GIVE_MONEY = "billing.grant";
    private static final Pattern KEY_FORM = Pattern.compile("[\\x21-\\x7E]{1,200}");

    private final Access access;
    private final RateLimits rateLimits;
    private final MintKeys mintKeys;
    private final IdempotencyStore idempotency;
    private final InFlight inFlight;
    private final AuditTrail trail;
    private final Policies policies;
    private final TransactionTemplate transaction;
    private final JsonMapper json;

    Pipeline(
            Access access,
            RateLimits rateLimits,
            MintKeys mintKeys,
            IdempotencyStore idempotency,
            InFlight inFlight,
            AuditTrail trail,
            Policies policies,
            TransactionTemplate transaction,
            JsonMapper json) {
        this.access = access;
        this.rateLimits = rateLimits;
        this.mintKeys = mintKeys;
        this.idempotency = idempotency;
        this.inFlight = inFlight;
        this.trail = trail;
        this.policies = policies;
        this.transaction = transaction;
        this.json = json;
    }

    /**
     * Identifies the caller. An anonymous request takes from the bucket of its address. A credential that needs a
     * look-up and was not valid recently takes from another bucket first, so that forged ones cost few look-ups.
     */
    Authenticated identify(
            Operation operation,
            Authenticator.Credential credential,
            Call call,
            Admission.Request request,
            HttpServletResponse response) {
        String address = call.sourceAddress();
        if (!credential.isCheap()) {
            rateLimits.admitUnknown(address, response);
        }
        Optional<Authenticated> found = credential.verify();
        if (found.isPresent()) {
            if (!credential.isCheap()) {
                rateLimits.wasKnown(address);
            }
            return found.get();
        }
        mintKeys.findProven(operation, call, request)
                .ifPresentOrElse(
                        key -> rateLimits.admitKey(key, response), () -> rateLimits.admitStranger(address, response));
        if (operation.scope() != Scope.PUBLIC) {
            throw ProblemException.of(
                    ErrorCode.UNAUTHENTICATED, "Send a valid token in the header 'Authorization: Bearer …'.");
        }
        return Authenticated.NOBODY;
    }

    /** May this caller do this here? */
    Decision authorize(Operation operation, Authenticated who, Map<String, String> path, HttpServletResponse response) {
        rateLimits.requireNotUsedUp(who.caller(), operation.lane(), response);
        return switch (operation.scope()) {
            case PUBLIC, SELF -> new Decision.Granted(null, null);
            case PLATFORM -> access.onPlatform(who, operation.permission());
            case TENANT -> access.onTenant(who, operation.permission(), id(path, "tenant_id", TenantId::new));
            case PROJECT -> access.onProject(who, operation.permission(), id(path, "project_id", ProjectId::new));
        };
    }

    /** Lets the call in or refuses it. Refusals count against the rate limit too: they cost look-ups. */
    void admit(Operation operation, Decision decision, Call call, HttpServletResponse response) {
        if (call.caller().kind() != Caller.Kind.ANONYMOUS) {
            rateLimits.admit(call, operation.lane(), response);
        }
        switch (decision) {
            case Decision.Granted granted -> requireNotSuspended(operation, granted.tenantId());
            case Decision.Denied denied ->
                throw ProblemException.of(
                        ErrorCode.PERMISSION_DENIED,
                        "This operation requires the permission " + operation.permission() + ".");
            case Decision.Hidden hidden ->
                throw ProblemException.notFound(operation.scope() == Scope.TENANT ? "tenant" : "project");
        }
    }

    private void requireNotSuspended(Operation operation, @Nullable TenantId tenant) {
        if (operation.refusedWhenSuspended() && tenant != null && access.suspended(tenant)) {
            throw ProblemException.of(
                    ErrorCode.TENANT_SUSPENDED, "The tenant is suspended. Only reading and releasing are allowed.");
        }
    }

    /**
     * Requires a whole person's credential where rights are granted. Conditions on the request's body are checked by
     * the handler.
     */
    void requireMayGiveRights(Operation operation, Authenticated who, Map<String, String> path) {
        switch (operation.givesRights()) {
            case PERSON -> who.requireWholePerson();
            case POLICY -> requireMaySet(Objects.requireNonNull(path.get("policy_key"), "policy_key"), who);
            case NONE, HELD, SECRET -> {}
        }
    }

    private void requireMaySet(String policy, Authenticated who) {
        if (policies.widensRights(policy)) {
            who.requireWholePerson();
        }
        if (policies.givesMoney(policy) && !access.holdsOnPlatform(who, GIVE_MONEY)) {
            throw ProblemException.of(
                    ErrorCode.PERMISSION_DENIED,
                    "This policy can grant a tenant money or credit, which also needs the permission " + GIVE_MONEY
                            + ".");
        }
    }

    private static <T> T id(Map<String, String> path, String name, Function<UUID, T> make) {
        String text = Objects.requireNonNull(path.get(name), name);
        return make.apply(Ids.parse(name, text));
    }

    /** Runs the handler under the operation's rules and gives its answer. */
    Answer execute(Admission admission, Supplier<@Nullable Object> handler) {
        Operation operation = admission.operation();
        if (!operation.mutates()) {
            return operation.auditAction().isEmpty()
                    ? answer(operation, handler.get())
                    : commit(admission, handler, null);
        }
        Claim claim = claim(admission);
        if (claim == null) {
            Answer answer = commit(admission, handler, null);
            mintKeys.succeeded(admission);
            return answer;
        }
        byte[] fingerprint = fingerprint(admission.request());
        return inFlight.once(
                claim,
                fingerprint,
                policies.effective(PipelinePolicies.IDEMPOTENCY_IN_FLIGHT_WAIT),
                () -> commit(admission, handler, new Claimed(claim, fingerprint)));
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Claimed(Claim claim, byte[] fingerprint) {}

    /** ONE transaction: the claim, what the handler does, its events, the audit row, the stored answer. */
    private Answer commit(Admission admission, Supplier<@Nullable Object> handler, @Nullable Claimed claimed) {
        return Objects.requireNonNull(transaction.execute(status -> {
            if (claimed != null) {
                Optional<Answer> earlier = idempotency.claim(
                        claimed.claim(),
                        claimed.fingerprint(),
                        policies.effective(PipelinePolicies.IDEMPOTENCY_RETENTION));
                if (earlier.isPresent()) {
                    return earlier.get();
                }
            }
            Object result = handler.get();
            Answer answer = answer(admission.operation(), result);
            admission
                    .operation()
                    .auditAction()
                    .ifPresent(action -> trail.record(
                            AuditEntry.succeeded(admission.call(), action, AuditTarget.of(admission, result))
                                    .with(admission.detail())));
            if (claimed != null) {
                idempotency.store(claimed.claim(), ShownOnce.without(answer, result, json));
            }
            return answer;
        }));
    }

    private Answer answer(Operation operation, @Nullable Object result) {
        return new Answer(operation.successStatus().value(), json.writeValueAsBytes(result), false);
    }

    private @Nullable Claim claim(Admission admission) {
        Operation operation = admission.operation();
        String key = admission.idempotencyKey();
        if (operation.idempotency() == Idempotency.NONE) {
            return null;
        }
        if (key == null || key.isEmpty()) {
            if (operation.idempotency() == Idempotency.OPTIONAL && key == null) {
                return null;
            }
            throw ProblemException.of(
                    ErrorCode.IDEMPOTENCY_KEY_REQUIRED, "Send an Idempotency-Key header with " + operation.id() + ".");
        }
        if (!KEY_FORM.matcher(key).matches()) {
            throw ProblemException.invalid(IDEMPOTENCY_KEY, "must have 1 to 200 visible ASCII characters");
        }
        return new Claim(admission.call().caller().id(), operation.id(), key);
    }

    /** The same key must mean the same request: method, path and body. */
    private static byte[] fingerprint(Admission.Request request) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((request.method() + " " + request.target() + "\n").getBytes(StandardCharsets.UTF_8));
            return digest.digest(request.body());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
