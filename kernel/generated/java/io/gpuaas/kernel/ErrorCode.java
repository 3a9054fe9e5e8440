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
            "The request is malformed",
            "The body is not valid JSON, or the request line or a header cannot be parsed. Fix the request and send it again."),
    REQUEST_INVALID(
            "request_invalid",
            400,
            Blame.USER,
            "The request is invalid",
            "A field is missing, unknown, of the wrong type, or out of range. See `violations` for the fields to fix."),
    CURSOR_INVALID(
            "cursor_invalid",
            400,
            Blame.USER,
            "The cursor is invalid",
            "Cursors are opaque and only valid for the list that returned them. Start again without a cursor."),
    IDEMPOTENCY_KEY_REQUIRED(
            "idempotency_key_required",
            400,
            Blame.USER,
            "The Idempotency-Key header is required",
            "Generate a key, such as a random UUID, and send it in the Idempotency-Key header. Send the same key when you retry."),
    UNAUTHENTICATED(
            "unauthenticated",
            401,
            Blame.USER,
            "Authentication is required",
            "The request has no credential, or the credential is unknown, expired, or revoked. Sign in or send a valid token."),
    PERMISSION_DENIED(
            "permission_denied",
            403,
            Blame.USER,
            "Permission denied",
            "You can see this resource, but none of your roles permits this operation on it."),
    CSRF_REJECTED(
            "csrf_rejected",
            403,
            Blame.USER,
            "The CSRF check failed",
            "Changes made with the session cookie must send the X-CSRF-Token header with the value from GET /auth/session, from the same origin. Programs should send a bearer token instead."),
    NOT_FOUND(
            "not_found",
            404,
            Blame.USER,
            "The resource was not found",
            "The resource does not exist, or you do not have access to it."),
    METHOD_NOT_ALLOWED(
            "method_not_allowed",
            405,
            Blame.USER,
            "The method is not allowed",
            "This path does not support the request method. The Allow header lists the supported methods."),
    NOT_ACCEPTABLE(
            "not_acceptable",
            406,
            Blame.USER,
            "The requested media type is not available",
            "The API responds with application/json, and with application/problem+json for errors. Change the Accept header."),
    CONFLICT(
            "conflict",
            409,
            Blame.USER,
            "The request conflicts with the current state",
            "The resource was changed by another request, or the name is already taken. Read it again, then retry."),
    SLUG_TAKEN(
            "slug_taken",
            409,
            Blame.USER,
            "The slug is already taken",
            "Slugs are unique within their parent. Choose another slug."),
    SSH_KEY_TAKEN(
            "ssh_key_taken",
            409,
            Blame.USER,
            "The SSH key is already registered",
            "An SSH key identifies one person and can be registered only once. Generate another key pair."),
    SSH_KEY_LIMIT_REACHED(
            "ssh_key_limit_reached",
            409,
            Blame.USER,
            "The SSH key limit is reached",
            "Remove a key you no longer use, or ask an operator to raise the policy access.ssh_keys_per_user_max."),
    IDEMPOTENCY_IN_FLIGHT(
            "idempotency_in_flight",
            409,
            Blame.USER,
            "The original request is still in progress",
            "A request with the same Idempotency-Key has not finished. Retry after the time in Retry-After."),
    TENANT_SUSPENDED(
            "tenant_suspended",
            409,
            Blame.USER,
            "The tenant is suspended",
            "Members of a suspended tenant can read and release resources but cannot create or change them. Contact the platform operator."),
    NOT_EMPTY(
            "not_empty",
            409,
            Blame.USER,
            "The resource is not empty",
            "Delete or release the resources named in the detail, then try again."),
    LAST_OWNER(
            "last_owner",
            409,
            Blame.USER,
            "The tenant must have an owner",
            "Make another member an owner first."),
    INVITATION_NOT_OPEN(
            "invitation_not_open",
            409,
            Blame.USER,
            "The invitation is no longer open",
            "The invitation was already answered, was revoked, or has expired. Ask for a new one."),
    INVITATION_FOR_SOMEBODY_ELSE(
            "invitation_for_somebody_else",
            403,
            Blame.USER,
            "The invitation is for another email address",
            "Sign in with the account that the invitation was sent to."),
    ALREADY_MEMBER(
            "already_member",
            409,
            Blame.USER,
            "The principal is already a member",
            "Change the member's role instead."),
    TOO_MANY(
            "too_many",
            409,
            Blame.USER,
            "The limit is reached",
            "The detail names the limit. Remove something you no longer need, then try again."),
    CREDENTIAL_TOO_NARROW(
            "credential_too_narrow",
            403,
            Blame.USER,
            "The credential cannot be used for this operation",
            "Scoped tokens and service account tokens cannot create or revoke a person's credentials. Sign in with your own account."),
    BODY_TOO_LARGE(
            "body_too_large",
            413,
            Blame.USER,
            "The request body is too large",
            "The detail gives the maximum size."),
    MEDIA_TYPE_UNSUPPORTED(
            "media_type_unsupported",
            415,
            Blame.USER,
            "The media type is not supported",
            "Send the body as application/json in UTF-8."),
    IDEMPOTENCY_KEY_REUSED(
            "idempotency_key_reused",
            422,
            Blame.USER,
            "The Idempotency-Key was already used for a different request",
            "Each key identifies one request. Use a new key for a new request."),
    SSH_KEY_REFUSED(
            "ssh_key_refused",
            422,
            Blame.USER,
            "The SSH public key is not accepted",
            "The text is not a one-line OpenSSH public key, or the key type is weak or unknown. The detail says which. Create an accepted key with ssh-keygen -t ed25519."),
    SSH_KEY_PRIVATE(
            "ssh_key_private",
            422,
            Blame.USER,
            "The SSH key is a private key",
            "The key was neither stored nor logged, but it has left your machine. Stop using it, generate a new key pair, and send the .pub file."),
    POLICY_VALUE_INVALID(
            "policy_value_invalid",
            422,
            Blame.USER,
            "The policy value is invalid",
            "The value has the wrong type or is out of range. The detail gives the allowed values."),
    USERS_KEPT_ELSEWHERE(
            "users_kept_elsewhere",
            409,
            Blame.USER,
            "Users are managed by an external identity provider",
            "Manage users and passwords at the identity provider. A new user appears here after signing in for the first time."),
    USERNAME_TAKEN(
            "username_taken",
            409,
            Blame.USER,
            "The username is already taken",
            "Choose another username."),
    EMAIL_TAKEN(
            "email_taken",
            409,
            Blame.USER,
            "The email address is already in use",
            "Sign in with the existing account. You can then accept the invitation."),
    LAST_PLATFORM_ADMIN(
            "last_platform_admin",
            409,
            Blame.USER,
            "The platform must have an administrator",
            "Give the platform_admin role to another user first."),
    PASSWORD_WRONG(
            "password_wrong",
            403,
            Blame.USER,
            "The current password is incorrect",
            "The password was not changed. After several failed attempts you must wait before trying again."),
    POLICY_SCOPE_INVALID(
            "policy_scope_invalid",
            422,
            Blame.USER,
            "The policy cannot be set at this scope",
            "Each policy key lists the scopes at which it can be overridden."),
    DEAD_LETTER_NOT_FIRST(
            "dead_letter_not_first",
            409,
            Blame.USER,
            "An earlier event of the same aggregate is stuck",
            "Events of an aggregate are processed in order. Replay or discard the earlier event first."),
    NODE_CERTIFICATE_REQUIRED(
            "node_certificate_required",
            401,
            Blame.USER,
            "The node certificate is required",
            "The node listener accepts this call only from a host that presents its node certificate."),
    NODE_CERTIFICATE_REFUSED(
            "node_certificate_refused",
            401,
            Blame.USER,
            "The node certificate is not accepted",
            "The certificate was not issued by this installation, was revoked, or is neither the node's current nor its next one. Enroll the host again with a new join token."),
    NODE_CERTIFICATE_EXPIRED(
            "node_certificate_expired",
            401,
            Blame.USER,
            "The node certificate is not valid at this time",
            "Request a new certificate with the recover call, signed with the key of the last certificate."),
    NODE_RETIRED(
            "node_retired",
            403,
            Blame.USER,
            "The node is retired",
            "A retired node cannot rejoin the fleet. Create a new node for the host."),
    JOIN_TOKEN_INVALID(
            "join_token_invalid",
            401,
            Blame.USER,
            "The join token is invalid or has expired",
            "Ask an operator for a new join token."),
    JOIN_TOKEN_USED(
            "join_token_used",
            409,
            Blame.USER,
            "The join token was already used by another key",
            "A join token admits one host. If this host lost its key, ask an operator for a new join token."),
    CERTIFICATE_REQUEST_INVALID(
            "certificate_request_invalid",
            422,
            Blame.USER,
            "The certificate request is not accepted",
            "Send a PKCS #10 request in PEM format for an EC P-256 key, signed with that key. The detail says what is wrong."),
    CERTIFICATE_RENEWAL_EARLY(
            "certificate_renewal_early",
            409,
            Blame.USER,
            "The certificate cannot be renewed yet",
            "A node or gateway certificate can be renewed in the second half of its lifetime; a node certificate also after the control plane has asked the node to renew it."),
    NODE_NAME_TAKEN(
            "node_name_taken",
            409,
            Blame.USER,
            "The node name is already taken",
            "Node names are unique. Choose another name."),
    NODE_STATE_CONFLICT(
            "node_state_conflict",
            409,
            Blame.USER,
            "The node's state does not allow this operation",
            "The detail names the node's current state. Read the node again before you retry."),
    NODE_TASK_INVALID(
            "node_task_invalid",
            422,
            Blame.USER,
            "The task is invalid",
            "The task type is unknown, or the payload does not match its schema in contracts/node-tasks. The detail says where."),
    NODE_TASK_ENDED(
            "node_task_ended",
            409,
            Blame.USER,
            "The task has already ended",
            "A task that has ended cannot be canceled."),
    QUOTA_EXCEEDED(
            "quota_exceeded",
            409,
            Blame.USER,
            "The quota is exceeded",
            "The detail gives the current usage, the requested amount, and the limit. Release something, or ask for a higher quota."),
    ALLOCATION_STATE_CONFLICT(
            "allocation_state_conflict",
            409,
            Blame.USER,
            "The allocation's state does not allow this operation",
            "The detail names the allocation's current state. Read the allocation again before you retry."),
    ALLOCATION_PROTECTED(
            "allocation_protected",
            409,
            Blame.USER,
            "The allocation is protected",
            "Protection prevents accidental release. Unprotect the allocation first."),
    SKU_RETIRED(
            "sku_retired",
            409,
            Blame.USER,
            "The SKU is no longer sold",
            "Existing allocations keep running. List the project's SKUs to see what is currently sold."),
    SKU_NAME_TAKEN(
            "sku_name_taken",
            409,
            Blame.USER,
            "The SKU name is already taken",
            "SKU names are never reused, not even those of retired SKUs. Choose another name."),
    SKU_INVALID(
            "sku_invalid",
            422,
            Blame.USER,
            "The SKU is invalid",
            "The detail says which fields contradict each other."),
    PRICE_CONFLICT(
            "price_conflict",
            409,
            Blame.USER,
            "Another price already starts at that time",
            "Prices are never changed. Choose another start time."),
    PRICE_IN_THE_PAST(
            "price_in_the_past",
            422,
            Blame.USER,
            "A price cannot start in the past",
            "Past usage keeps the price that applied at the time. Choose the current time or a later one."),
    SLOT_HELD(
            "slot_held",
            409,
            Blame.USER,
            "The GPU is in use",
            "Wait until the GPU is free. Cordon the node to keep new allocations off it."),
    COUNT_NOT_ALLOWED(
            "count_not_allowed",
            422,
            Blame.USER,
            "The SKU is not sold in that count",
            "The detail lists the counts in which the SKU is sold."),
    CAPACITY_SHORT(
            "capacity_short",
            409,
            Blame.USER,
            "There is not enough free capacity",
            "Nothing was allocated. The detail says what is missing and what would fit instead."),
    HOST_REBUILD_UNAVAILABLE(
            "host_rebuild_unavailable",
            409,
            Blame.OPERATOR,
            "Hosts cannot be rebuilt in this installation",
            "The SKU requires a host that is rebuilt between tenants, but no machine provisioner is configured. The operator must set gpuaas.machines.provisioner, or sell the SKU with isolation user_revoke."),
    BALANCE_SHORT(
            "balance_short",
            402,
            Blame.USER,
            "The balance is too low",
            "Before an allocation starts, the balance must cover its price for the time set by the policy billing.hold. Add credit, or release something."),
    AMOUNT_INVALID(
            "amount_invalid",
            422,
            Blame.USER,
            "The amount is invalid",
            "The amount must be greater than zero, within the limits of the operation, and in the tenant's currency."),
    BUDGET_EXHAUSTED(
            "budget_exhausted",
            402,
            Blame.USER,
            "The project's budget is exhausted",
            "The project has reached its budget for this month. Raise the budget, or wait until next month."),
    MEASURE_INVALID(
            "measure_invalid",
            422,
            Blame.USER,
            "The measure is invalid",
            "Unit names must be unique, and factors and limits must be exact decimals greater than zero."),
    MEASURE_NAME_TAKEN(
            "measure_name_taken",
            409,
            Blame.USER,
            "The measure name is already taken",
            "Measures cannot be changed, so that reported usage keeps its meaning. Choose another name."),
    PUBLISHER_NAMESPACE_TAKEN(
            "publisher_namespace_taken",
            409,
            Blame.USER,
            "The publisher namespace is already taken",
            "A namespace is unique in the installation, and some names are reserved. Choose another namespace."),
    PUBLISH_INTENT_CLOSED(
            "publish_intent_closed",
            409,
            Blame.USER,
            "The publish intent has ended",
            "The intent was completed, canceled, or has expired. Create a new intent and push again."),
    ARTIFACT_REFUSED(
            "artifact_refused",
            422,
            Blame.USER,
            "The artifact was refused",
            "What was pushed is not what the intent announced, or is incomplete. The detail names the first fault. Push what is missing and complete the intent again."),
    ARTIFACT_EXISTS(
            "artifact_exists",
            409,
            Blame.USER,
            "The artifact has already been published",
            "A published artifact never changes. Publish other content under another version or name."),
    APP_MANIFEST_REFUSED(
            "app_manifest_refused",
            422,
            Blame.USER,
            "The manifest was refused",
            "The violations have the code and the place of each fault. gpuaas apps lint finds the same faults without a server, except for artifacts that were not published for the app."),
    APP_VERSION_EXISTS(
            "app_version_exists",
            409,
            Blame.USER,
            "The version already exists with other content",
            "A version that was submitted never changes. Create a version with a higher number."),
    APP_VERSION_STATE(
            "app_version_state",
            409,
            Blame.USER,
            "The version is in another state",
            "The detail names the state of the version and the states in which this is possible."),
    APP_REVIEW_NEEDED(
            "app_review_needed",
            409,
            Blame.USER,
            "The version needs a review",
            "A version of a public app is published after a reviewer has approved it. Submit it."),
    APP_REVIEW_TAKEN(
            "app_review_taken",
            409,
            Blame.USER,
            "Somebody else reviews this version",
            "One reviewer at a time. The policy catalogue.review_hold says how long a review that is not decided stays with its reviewer."),
    APP_REVIEW_INCOMPLETE(
            "app_review_incomplete",
            422,
            Blame.USER,
            "The review is not complete",
            "An approval must agree to every point that the review lists."),
    APP_REVIEW_OUTDATED(
            "app_review_outdated",
            409,
            Blame.USER,
            "The version changed since it was read",
            "The digest in the request is not the digest of the version's content. Read the review again, then decide."),
    APP_REVIEW_OWN_TENANT(
            "app_review_own_tenant",
            403,
            Blame.USER,
            "The reviewer belongs to the publisher's tenant",
            "Versions are reviewed by people who have no role in the tenant that publishes them."),
    APP_SUSPENDED(
            "app_suspended",
            409,
            Blame.USER,
            "The app is suspended",
            "The platform's operators suspended the version, its app or its publisher. The detail has the reason."),
    SUSPENSION_LIFTED_BY_SUSPENDER(
            "suspension_lifted_by_suspender",
            403,
            Blame.USER,
            "The suspension needs another person to lift it",
            "Ask another person who has the permission apps.suspend."),
    APP_REQUEST_DECIDED(
            "app_request_decided",
            409,
            Blame.USER,
            "The request has already been decided",
            "Somebody else decided the request differently. Change the entitlement of the project instead."),
    PUBLISHER_KEY_EXISTS(
            "publisher_key_exists",
            409,
            Blame.USER,
            "The key is already registered",
            "A publisher registers each key once. A revoked key is never accepted again. Make a new key."),
    KEY_CONFIRMED_BY_REGISTRANT(
            "key_confirmed_by_registrant",
            403,
            Blame.USER,
            "The key needs another person to confirm it",
            "Another person than the one who registered the key confirms it. A publisher's key is confirmed by a person who has a role in the publisher's tenant."),
    REINSTATED_BY_ONE_PERSON(
            "reinstated_by_one_person",
            403,
            Blame.USER,
            "The reinstatement needs another person",
            "You asked to lift the revocation; another person who has the permission artifacts.manage must do the same."),
    ARTIFACT_STATE_CONFLICT(
            "artifact_state_conflict",
            409,
            Blame.USER,
            "The artifact cannot change to this state",
            "The change does not follow from the artifact's present state. The detail names the state."),
    APPROVAL_BY_REQUESTER(
            "approval_by_requester",
            403,
            Blame.USER,
            "The requester cannot approve this adjustment",
            "Large corrections need a second approver. Ask another person who has the permission billing.adjust."),
    APPROVAL_NEEDED(
            "approval_needed",
            409,
            Blame.USER,
            "This amount needs a second approval",
            "Promotional credit above the policies billing.approval_over and billing.approval_over_in_all needs a second approver. Create an adjustment of kind credit instead; it is booked when another person with billing.adjust approves it. A discount above billing.commitment_discount_max must be allowed by changing that policy."),
    PAYMENT_METHOD_MISSING(
            "payment_method_missing",
            409,
            Blame.USER,
            "No payment method is saved",
            "Auto top-up needs a payment method saved at checkout. Make one payment with save_method, then enable auto top-up."),
    BOOKING_CONFLICT(
            "booking_conflict",
            409,
            Blame.USER,
            "The booking conflicts with the ledger",
            "The same transaction was booked differently before, or was already reversed. Check the ledger before you retry."),
    RELEASE_KEYS_MISSING(
            "release_keys_missing",
            409,
            Blame.OPERATOR,
            "No release keys are configured",
            "Set gpuaas.nodes.release-keys-file to the file with the public release keys. The hosts must have the same file."),
    RELEASE_NOT_SIGNED(
            "release_not_signed",
            422,
            Blame.USER,
            "The release does not have enough valid signatures",
            "A release needs valid signatures from as many different release keys as the threshold requires. The detail lists the valid ones."),
    RELEASE_MANIFEST_INVALID(
            "release_manifest_invalid",
            422,
            Blame.USER,
            "The release manifest is invalid",
            "The manifest must be JSON with exactly the fields version, digest, size_bytes and expires_at. The detail says what is wrong."),
    RELEASE_EXPIRED(
            "release_expired",
            422,
            Blame.USER,
            "The release has expired",
            "Nodes reject an expired release. Sign it again with a later expiry and a higher version."),
    RELEASE_VERSION_NOT_NEWER(
            "release_version_not_newer",
            409,
            Blame.USER,
            "The release version is too low",
            "Agent versions can only increase. Publish the release with a higher version."),
    RELEASE_PART_INVALID(
            "release_part_invalid",
            422,
            Blame.USER,
            "The release part is invalid",
            "The part's number or length does not match the manifest, or the assembled program has the wrong digest. The detail says which."),
    RELEASE_STATE_CONFLICT(
            "release_state_conflict",
            409,
            Blame.USER,
            "The release's state does not allow this operation",
            "A complete release accepts no more parts, and an incomplete release cannot be rolled out."),
    ROLLOUT_IN_PROGRESS(
            "rollout_in_progress",
            409,
            Blame.USER,
            "Another rollout is in progress",
            "Only one rollout can run at a time. Wait for it to finish, or abort or revert it."),
    ROLLOUT_STATE_CONFLICT(
            "rollout_state_conflict",
            409,
            Blame.USER,
            "The rollout's state does not allow this operation",
            "The detail names the rollout's current state. Read the rollout again before you retry."),
    GATEWAY_NAME_TAKEN(
            "gateway_name_taken",
            409,
            Blame.USER,
            "The gateway name is already taken",
            "Gateway names are unique. Choose another name."),
    GATEWAY_UNAVAILABLE(
            "gateway_unavailable",
            503,
            Blame.OPERATOR,
            "No gateway is connected",
            "Streams need a gateway that is connected to this control plane. Start a gateway; GET /api/v1/gateways lists them."),
    GATEWAY_ALREADY_CONNECTED(
            "gateway_already_connected",
            409,
            Blame.OPERATOR,
            "The gateway is already connected",
            "A secret can be used by one running gateway. After a restart, the gateway can reconnect once its previous connection has been silent for 15 seconds. If it was not restarted, someone else may have its secret. Revoke the gateway and create a new one."),
    GATEWAY_REFUSED(
            "gateway_refused",
            401,
            Blame.OPERATOR,
            "The gateway is not accepted",
            "Its secret or certificate is unknown, expired, or revoked. Create a new gateway if necessary."),
    STREAM_REFUSED(
            "stream_refused",
            403,
            Blame.USER,
            "The stream cannot be joined",
            "The token is unknown, used, or expired, the stream has ended, or it belongs to another gateway or node. Request a new token."),
    TERMINAL_UNAVAILABLE(
            "terminal_unavailable",
            409,
            Blame.USER,
            "The terminal is not available",
            "The allocation must be active, and the terminal must not have ended."),
    COMMAND_REFUSED(
            "command_refused",
            409,
            Blame.USER,
            "The command was refused",
            "The allocation must be active, and the command must fit the limits. The detail says which one it exceeds."),
    COMMAND_OUTPUT_REFUSED(
            "command_output_refused",
            409,
            Blame.OPERATOR,
            "Output of a command was refused",
            "A node sent output that does not continue what is stored, or does not match its digest. Nothing was stored."),
    NODE_OUT_OF_REACH(
            "node_out_of_reach",
            503,
            Blame.OPERATOR,
            "The allocation's node is not responding",
            "Processes on the node may still be running, but no connection is possible until the node responds again. Retry after the time in Retry-After."),
    OBJECT_STORE_UNAVAILABLE(
            "object_store_unavailable",
            503,
            Blame.OPERATOR,
            "The object store is not responding",
            "The files or the bucket set in the configuration could not be read or written. Retry after the time in Retry-After."),
    TOKEN_STORE_UNAVAILABLE(
            "token_store_unavailable",
            503,
            Blame.OPERATOR,
            "The stream token store is not responding",
            "The configured Redis server cannot be reached, so no stream can be opened. Retry after the time in Retry-After."),
    FILE_TRANSFER_REFUSED(
            "file_transfer_refused",
            403,
            Blame.USER,
            "The file transfer was refused",
            "File transfers are disabled by policy, the file is larger than the policy allows, its path is outside the home directory, or its size and digest are missing. The detail says which."),
    SSH_CONNECTION_REFUSED(
            "ssh_connection_refused",
            403,
            Blame.USER,
            "The SSH connection was refused",
            "The policy terminal.ssh disables SSH connections through gateways for this project. Connect to the host directly, or use a terminal."),
    RECORDING_REFUSED(
            "recording_refused",
            409,
            Blame.OPERATOR,
            "The recording segment was refused",
            "Its digest does not match, it does not follow the previous segment, or a different segment is stored under its number. The node keeps the refused segment."),
    RATE_LIMITED(
            "rate_limited",
            429,
            Blame.USER,
            "Too many requests",
            "The rate limit of this lane is reached. Retry after the time in Retry-After. The RateLimit headers show the remaining requests."),
    LETTER_LIMIT_REACHED(
            "letter_limit_reached",
            429,
            Blame.USER,
            "Too many invitation emails",
            "An address receives at most one invitation email per hour, and a tenant can send a limited number per day (policy identity.invitation_letters_per_day_max). Retry after the time in Retry-After. Repeating an invitation that is still open renews it without sending an email."),
    HEADERS_TOO_LARGE(
            "headers_too_large",
            431,
            Blame.USER,
            "The request headers are too large",
            "Send fewer or shorter headers."),
    INTERNAL_ERROR(
            "internal_error",
            500,
            Blame.BUG,
            "An internal error occurred",
            "Nothing was changed. Contact the operator with the correlation ID; the server log has the cause under that ID."),
    OVERLOADED(
            "overloaded",
            503,
            Blame.OPERATOR,
            "The server is overloaded or starting",
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
