// Generated from contracts/errors.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every error the API can answer with. Codes are stable; texts may be improved. */
public enum ErrorCode {
    REQUEST_MALFORMED(
            "request_malformed",
            400,
            Blame.USER,
            "The request is not well formed",
            "The body is not valid JSON, or the request line or a header cannot be read. Correct it and send it again."),
    REQUEST_INVALID(
            "request_invalid",
            400,
            Blame.USER,
            "The request breaks a rule of the contract",
            "A field is missing, unknown, of the wrong type or out of bounds. The violations say which and why."),
    CURSOR_INVALID(
            "cursor_invalid",
            400,
            Blame.USER,
            "The cursor is not one of ours",
            "A cursor is opaque and belongs to the listing that gave it. Start again without a cursor."),
    IDEMPOTENCY_KEY_REQUIRED(
            "idempotency_key_required",
            400,
            Blame.USER,
            "This operation needs an Idempotency-Key",
            "Choose a key (a random UUID will do), send it in the Idempotency-Key header, and send the same key when you retry."),
    UNAUTHENTICATED(
            "unauthenticated",
            401,
            Blame.USER,
            "Sign in first",
            "The request carries no credential, or one that is unknown, expired or revoked."),
    PERMISSION_DENIED(
            "permission_denied",
            403,
            Blame.USER,
            "You may not do this",
            "You can see this resource, but none of your roles permits this operation on it."),
    CSRF_REJECTED(
            "csrf_rejected",
            403,
            Blame.USER,
            "The request does not prove that it comes from the console",
            "A change made with the session cookie needs the header X-CSRF-Token with the value from GET /auth/session, sent from the same origin. Programs send a bearer token instead."),
    NOT_FOUND(
            "not_found",
            404,
            Blame.USER,
            "There is no such thing",
            "Nothing is there, or it is not yours to see."),
    METHOD_NOT_ALLOWED(
            "method_not_allowed",
            405,
            Blame.USER,
            "This address does not take that method",
            "The Allow header lists the methods it takes."),
    NOT_ACCEPTABLE(
            "not_acceptable",
            406,
            Blame.USER,
            "We cannot answer in that media type",
            "The API answers application/json, and problems as application/problem+json."),
    CONFLICT(
            "conflict",
            409,
            Blame.USER,
            "The request conflicts with what is there",
            "Something changed in between, or a name is taken. Read again and decide."),
    SLUG_TAKEN(
            "slug_taken",
            409,
            Blame.USER,
            "That slug is taken",
            "Slugs are unique within their parent. Choose another."),
    SSH_KEY_TAKEN(
            "ssh_key_taken",
            409,
            Blame.USER,
            "That SSH key is in use already",
            "A key identifies one person and is kept once. Make a key of your own for this."),
    SSH_KEY_LIMIT_REACHED(
            "ssh_key_limit_reached",
            409,
            Blame.USER,
            "You have as many SSH keys as you may",
            "Remove a key you no longer use, or ask an operator to raise the policy access.ssh_keys_per_user_max."),
    IDEMPOTENCY_IN_FLIGHT(
            "idempotency_in_flight",
            409,
            Blame.USER,
            "The same request is still being worked on",
            "A request with this Idempotency-Key has not finished. Retry after the time in Retry-After."),
    TENANT_SUSPENDED(
            "tenant_suspended",
            409,
            Blame.USER,
            "The tenant is suspended",
            "A suspended tenant reads and gives back, and gets nothing new. Its owner should talk to the platform's operator."),
    NOT_EMPTY(
            "not_empty",
            409,
            Blame.USER,
            "There is still something in it",
            "Delete or release what the detail names, then try again."),
    LAST_OWNER(
            "last_owner",
            409,
            Blame.USER,
            "A tenant needs an owner",
            "Make somebody else an owner first."),
    INVITATION_NOT_OPEN(
            "invitation_not_open",
            409,
            Blame.USER,
            "The invitation cannot be answered any more",
            "It was answered, taken back, or has expired. Ask for a new one."),
    INVITATION_FOR_SOMEBODY_ELSE(
            "invitation_for_somebody_else",
            403,
            Blame.USER,
            "The invitation is for another address",
            "Sign in with the account the invitation was sent to."),
    ALREADY_MEMBER(
            "already_member",
            409,
            Blame.USER,
            "There is a role already",
            "Change the role of the member instead."),
    TOO_MANY(
            "too_many",
            409,
            Blame.USER,
            "There are as many as there may be",
            "The detail names the limit. Remove one that is not needed."),
    CREDENTIAL_TOO_NARROW(
            "credential_too_narrow",
            403,
            Blame.USER,
            "This credential may not do that",
            "A token with scopes, or a machine's token, cannot make or end credentials of a person. Sign in instead."),
    BODY_TOO_LARGE(
            "body_too_large",
            413,
            Blame.USER,
            "The body is too large",
            "The detail says how large a body may be."),
    MEDIA_TYPE_UNSUPPORTED(
            "media_type_unsupported",
            415,
            Blame.USER,
            "The body's media type is not understood",
            "Send application/json in UTF-8."),
    IDEMPOTENCY_KEY_REUSED(
            "idempotency_key_reused",
            422,
            Blame.USER,
            "The Idempotency-Key was used for another request",
            "A key stands for one request. Choose a new key for a new request."),
    SSH_KEY_REFUSED(
            "ssh_key_refused",
            422,
            Blame.USER,
            "That SSH public key is not accepted",
            "The text is not the one line of an OpenSSH public key, or the key is of a weak or unknown kind; the detail says which. ssh-keygen -t ed25519 makes one that is accepted."),
    SSH_KEY_PRIVATE(
            "ssh_key_private",
            422,
            Blame.USER,
            "That is a private key",
            "It was neither kept nor logged, but it has left your machine. Make a new pair, stop using this one, and send the .pub file."),
    POLICY_VALUE_INVALID(
            "policy_value_invalid",
            422,
            Blame.USER,
            "The policy does not take that value",
            "The value is of the wrong type or out of the key's bounds; the detail names them."),
    USERS_KEPT_ELSEWHERE(
            "users_kept_elsewhere",
            409,
            Blame.USER,
            "People sign in at an outside identity provider",
            "Users and passwords are managed there. Somebody new appears here at the first sign-in."),
    USERNAME_TAKEN(
            "username_taken",
            409,
            Blame.USER,
            "The user name is taken",
            "Choose another one."),
    EMAIL_TAKEN(
            "email_taken",
            409,
            Blame.USER,
            "Somebody with this mail address is known already",
            "Sign in as that person; an invitation is then accepted with one click."),
    LAST_PLATFORM_ADMIN(
            "last_platform_admin",
            409,
            Blame.USER,
            "This is the only platform administrator",
            "Give the role platform_admin to somebody else first."),
    PASSWORD_WRONG(
            "password_wrong",
            403,
            Blame.USER,
            "The current password is not right",
            "Nothing was changed. After several wrong attempts the next ones have to wait."),
    POLICY_SCOPE_INVALID(
            "policy_scope_invalid",
            422,
            Blame.USER,
            "The policy cannot be set there",
            "Each key lists the scopes where it may be overridden."),
    DEAD_LETTER_NOT_FIRST(
            "dead_letter_not_first",
            409,
            Blame.USER,
            "An earlier event of the same aggregate is stuck",
            "Events of one aggregate keep their order. Replay or discard the earlier one first."),
    NODE_CERTIFICATE_REQUIRED(
            "node_certificate_required",
            401,
            Blame.USER,
            "A node certificate is needed",
            "This call of the node listener is answered only to a host that presents its certificate."),
    NODE_CERTIFICATE_REFUSED(
            "node_certificate_refused",
            401,
            Blame.USER,
            "The node certificate is not accepted",
            "It is not ours, was revoked, or is not the node's current or next one. Enrol the host again with a new join token."),
    NODE_CERTIFICATE_EXPIRED(
            "node_certificate_expired",
            401,
            Blame.USER,
            "The node certificate is not valid at this time",
            "Ask for a new one with the recover call, signed with the key of the last certificate."),
    NODE_RETIRED(
            "node_retired",
            403,
            Blame.USER,
            "The node is retired",
            "A retired host is no part of the fleet any more. Make a new node for it."),
    JOIN_TOKEN_INVALID(
            "join_token_invalid",
            401,
            Blame.USER,
            "The join token is not one of ours, or has expired",
            "Ask an operator for a new join token."),
    JOIN_TOKEN_USED(
            "join_token_used",
            409,
            Blame.USER,
            "The join token was used by another key",
            "A join token is for one host. If this host lost its key, ask an operator for a new token."),
    CERTIFICATE_REQUEST_INVALID(
            "certificate_request_invalid",
            422,
            Blame.USER,
            "The certificate request is not accepted",
            "It must be a PKCS 10 request in PEM form for an EC P-256 key, signed with that key; the detail says what is wrong."),
    CERTIFICATE_RENEWAL_EARLY(
            "certificate_renewal_early",
            409,
            Blame.USER,
            "The certificate is too new to be renewed",
            "A node's certificate is renewed in the second half of its life, or when the node was told that it is out of date."),
    NODE_NAME_TAKEN(
            "node_name_taken",
            409,
            Blame.USER,
            "A node has that name already",
            "Names of nodes are unique. Choose another."),
    NODE_STATE_CONFLICT(
            "node_state_conflict",
            409,
            Blame.USER,
            "The node's state does not allow that",
            "The detail names the state the node is in. Read the node again and decide."),
    NODE_TASK_INVALID(
            "node_task_invalid",
            422,
            Blame.USER,
            "The task is not as its type demands",
            "The type is unknown or the payload breaks its schema in contracts/node-tasks; the detail says where."),
    NODE_TASK_ENDED(
            "node_task_ended",
            409,
            Blame.USER,
            "The task has ended",
            "What has ended cannot be canceled."),
    QUOTA_EXCEEDED(
            "quota_exceeded",
            409,
            Blame.USER,
            "That would be more than the quota allows",
            "The detail says what is held, what was asked for and what the limit is. Release something, or ask for a higher quota."),
    ALLOCATION_STATE_CONFLICT(
            "allocation_state_conflict",
            409,
            Blame.USER,
            "The allocation's state does not allow that",
            "The detail names the state the allocation is in. Read the allocation again and decide."),
    ALLOCATION_PROTECTED(
            "allocation_protected",
            409,
            Blame.USER,
            "The allocation is protected",
            "Somebody protected it against being released by mistake. Unprotect it first."),
    SKU_RETIRED(
            "sku_retired",
            409,
            Blame.USER,
            "This SKU is no longer sold",
            "What was bought of it stays. The list of SKUs shows what is sold now."),
    SKU_NAME_TAKEN(
            "sku_name_taken",
            409,
            Blame.USER,
            "There is a SKU of that name",
            "Names are never given again, not even those of retired SKUs. Choose another."),
    SKU_INVALID(
            "sku_invalid",
            422,
            Blame.USER,
            "The SKU does not hold together",
            "The detail says which of its fields do not go with each other."),
    PRICE_CONFLICT(
            "price_conflict",
            409,
            Blame.USER,
            "There is a price that begins at that instant",
            "Prices are never changed. Let the other begin at another time."),
    PRICE_IN_THE_PAST(
            "price_in_the_past",
            422,
            Blame.USER,
            "A price cannot begin in the past",
            "What has been used was used at the price of then. Let it begin now or later."),
    SLOT_HELD(
            "slot_held",
            409,
            Blame.USER,
            "Somebody holds this GPU",
            "It can be changed once it is free. Cordon the node to keep new holders away."),
    COUNT_NOT_ALLOWED(
            "count_not_allowed",
            422,
            Blame.USER,
            "The SKU is not sold in that number",
            "The detail lists the numbers it is sold in."),
    CAPACITY_SHORT(
            "capacity_short",
            409,
            Blame.USER,
            "There is not enough free capacity",
            "Nothing was taken. The detail says what is missing and what would fit instead."),
    HOST_REBUILD_UNAVAILABLE(
            "host_rebuild_unavailable",
            409,
            Blame.OPERATOR,
            "Hosts cannot be built anew here",
            "The SKU promises a host that is built anew between two holders, and this installation has no machine provisioner. The operator sets gpuaas.machines.provisioner, or sells the SKU with isolation user_revoke."),
    BALANCE_SHORT(
            "balance_short",
            402,
            Blame.USER,
            "The balance does not cover this",
            "Before an allocation begins, its price for some minutes (policy billing.hold) must be available. Add credit, or release something."),
    AMOUNT_INVALID(
            "amount_invalid",
            422,
            Blame.USER,
            "This is not an amount that can be booked",
            "Amounts are above zero, within the bounds of their operation and in the currency of the tenant."),
    BUDGET_EXHAUSTED(
            "budget_exhausted",
            402,
            Blame.USER,
            "The budget of the project is used up",
            "The project cost as much this month as its budget allows. Raise the budget, or wait for the next month."),
    MEASURE_INVALID(
            "measure_invalid",
            422,
            Blame.USER,
            "This is not a measure that can be counted in",
            "Units have names of their own, factors and bounds are exact decimals above zero."),
    MEASURE_NAME_TAKEN(
            "measure_name_taken",
            409,
            Blame.USER,
            "There is a measure of this name",
            "Measures are not changed, so that what was reported keeps its meaning. Choose another name."),
    APPROVAL_BY_REQUESTER(
            "approval_by_requester",
            403,
            Blame.USER,
            "Who asked for it cannot approve it",
            "Large corrections need a second person. Ask somebody else with the permission billing.adjust."),
    APPROVAL_NEEDED(
            "approval_needed",
            409,
            Blame.USER,
            "So much is not given by one person alone",
            "Promotional credit beyond the policies billing.approval_over and billing.approval_over_in_all would bypass the second person. Create an adjustment of the kind credit; it is booked when somebody else with billing.adjust approves it. A discount beyond billing.commitment_discount_max has to be allowed by somebody who sets policies."),
    PAYMENT_METHOD_MISSING(
            "payment_method_missing",
            409,
            Blame.USER,
            "No method of payment is saved",
            "Credit is added by itself only with a method of payment that was saved at a checkout. Pay once with save_method, then set auto top-up."),
    BOOKING_CONFLICT(
            "booking_conflict",
            409,
            Blame.USER,
            "The books say something else",
            "The same business was booked differently before, or was reversed already. Read the ledger and decide."),
    RELEASE_KEYS_MISSING(
            "release_keys_missing",
            409,
            Blame.OPERATOR,
            "No release keys are configured",
            "Set gpuaas.nodes.release-keys-file to the file with the public release keys, the same that lies on the hosts."),
    RELEASE_NOT_SIGNED(
            "release_not_signed",
            422,
            Blame.USER,
            "Too few of the release keys signed this",
            "A release needs valid signatures of as many different release keys as the threshold says. The detail names them."),
    RELEASE_MANIFEST_INVALID(
            "release_manifest_invalid",
            422,
            Blame.USER,
            "The manifest of the release is not usable",
            "It holds version, digest, size_bytes and expires_at as JSON, and nothing else; the detail says what is wrong."),
    RELEASE_EXPIRED(
            "release_expired",
            422,
            Blame.USER,
            "The release has expired",
            "Nodes refuse an expired release. Sign it again with a later expiry, under a higher version."),
    RELEASE_VERSION_NOT_NEWER(
            "release_version_not_newer",
            409,
            Blame.USER,
            "The version is not above the earlier ones",
            "Versions of the agent only grow. Release it under a higher version."),
    RELEASE_PART_INVALID(
            "release_part_invalid",
            422,
            Blame.USER,
            "The part does not fit the release",
            "Its number or length is not what the manifest demands, or with it the whole has another digest. The detail says which."),
    RELEASE_STATE_CONFLICT(
            "release_state_conflict",
            409,
            Blame.USER,
            "The release's state does not allow that",
            "A complete release takes no parts, and an incomplete one cannot be rolled out."),
    ROLLOUT_IN_PROGRESS(
            "rollout_in_progress",
            409,
            Blame.USER,
            "Another rollout has not ended",
            "One rollout at a time. Wait for it, abort it or revert it."),
    ROLLOUT_STATE_CONFLICT(
            "rollout_state_conflict",
            409,
            Blame.USER,
            "The rollout's state does not allow that",
            "The detail names the state the rollout is in. Read it again and decide."),
    GATEWAY_NAME_TAKEN(
            "gateway_name_taken",
            409,
            Blame.USER,
            "A gateway has that name already",
            "Names of gateways are unique. Choose another."),
    GATEWAY_UNAVAILABLE(
            "gateway_unavailable",
            503,
            Blame.OPERATOR,
            "No gateway is connected",
            "Streams need a gateway that this control plane hears of. Start one; gateways are listed under /api/v1/gateways."),
    GATEWAY_ALREADY_CONNECTED(
            "gateway_already_connected",
            409,
            Blame.OPERATOR,
            "The gateway is connected already",
            "A secret is for one running gateway. One that was restarted is let in when its former self was silent for 15 seconds; if it was not restarted, somebody else has its secret, so revoke it and create another."),
    GATEWAY_REFUSED(
            "gateway_refused",
            401,
            Blame.OPERATOR,
            "The gateway is not accepted",
            "Its secret or certificate is not ours, expired or was revoked."),
    STREAM_REFUSED(
            "stream_refused",
            403,
            Blame.USER,
            "The stream cannot be joined",
            "The token is unknown, used or expired, the stream has ended, or it belongs to another gateway or node."),
    TERMINAL_UNAVAILABLE(
            "terminal_unavailable",
            409,
            Blame.USER,
            "The allocation has no terminal now",
            "A terminal needs an allocation that is active, and a terminal that has not ended."),
    NODE_OUT_OF_REACH(
            "node_out_of_reach",
            503,
            Blame.OPERATOR,
            "The allocation's node is not heard of now",
            "What runs there may go on, but nobody can be let in until the node is heard of again. Retry after the time in Retry-After."),
    OBJECT_STORE_UNAVAILABLE(
            "object_store_unavailable",
            503,
            Blame.OPERATOR,
            "The object store does not answer",
            "Files or the bucket named in the configuration could not be written or read. Retry after the time in Retry-After."),
    TOKEN_STORE_UNAVAILABLE(
            "token_store_unavailable",
            503,
            Blame.OPERATOR,
            "The store of stream tokens does not answer",
            "The Redis named in the configuration could not be reached, so nobody can be let into a stream. Retry after the time in Retry-After."),
    FILE_TRANSFER_REFUSED(
            "file_transfer_refused",
            403,
            Blame.USER,
            "The file is not carried",
            "Files are not carried here by policy, the file is larger than policy allows, its place is outside of the home, or its size and digest were not given. The detail says which."),
    RECORDING_REFUSED(
            "recording_refused",
            409,
            Blame.OPERATOR,
            "The segment of a recording is not taken",
            "It does not have the digest it was sent with, does not follow the segment before it, or another one is kept under its number. The node keeps it aside."),
    RATE_LIMITED(
            "rate_limited",
            429,
            Blame.USER,
            "Too many requests",
            "The lane's limit is reached. Retry after the time in Retry-After; the RateLimit headers tell how much is left."),
    LETTER_LIMIT_REACHED(
            "letter_limit_reached",
            429,
            Blame.USER,
            "Too many invitation letters",
            "An address gets one invitation letter an hour, and a tenant sends a limited number a day (policy identity.invitation_letters_per_day_max). Retry after the time in Retry-After. Inviting an address again to the same place while its invitation is open renews the invitation without a letter."),
    HEADERS_TOO_LARGE(
            "headers_too_large",
            431,
            Blame.USER,
            "The request's headers are too large",
            "Send fewer or shorter headers."),
    INTERNAL_ERROR(
            "internal_error",
            500,
            Blame.BUG,
            "Something broke on our side",
            "Nothing was changed. Tell the operator the correlation id; the server's log has the cause under it."),
    OVERLOADED(
            "overloaded",
            503,
            Blame.OPERATOR,
            "The server is too busy or starting",
            "Nothing was changed. Retry after the time in Retry-After.");

    private static final Map<String, ErrorCode> BY_CODE =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(ErrorCode::code, code -> code));

    private final String code;
    private final int status;
    private final Blame blame;
    private final String title;
    private final String explanation;

    ErrorCode(String code, int status, Blame blame, String title, String explanation) {
        this.code = code;
        this.status = status;
        this.blame = blame;
        this.title = title;
        this.explanation = explanation;
    }

    public static Optional<ErrorCode> find(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** As on the wire. */
    public String code() {
        return code;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    public Blame blame() {
        return blame;
    }

    public String title() {
        return title;
    }

    public String explanation() {
        return explanation;
    }
}
