package io.gpuaas.controlplane.registry;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A refusal in the words of the distribution specification: a status, a code and a message for people. */
final class RegistryException extends RuntimeException {

    private final int status;
    private final String code;

    private final @Nullable Duration retryAfter;

    private RegistryException(int status, String code, String message) {
        this(status, code, message, null);
    }

    private RegistryException(int status, String code, String message, @Nullable Duration retryAfter) {
        super(message);
        this.status = status;
        this.code = code;
        this.retryAfter = retryAfter;
    }

    Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    static RegistryException unauthorized() {
        return new RegistryException(401, "UNAUTHORIZED", "authentication required");
    }

    static RegistryException denied(String why) {
        return new RegistryException(403, "DENIED", why);
    }

    static RegistryException nameUnknown() {
        return new RegistryException(404, "NAME_UNKNOWN", "repository not known to this registry");
    }

    static RegistryException nameInvalid() {
        return new RegistryException(400, "NAME_INVALID", "invalid repository name");
    }

    static RegistryException notFound() {
        return new RegistryException(404, "UNSUPPORTED", "no such address");
    }

    static RegistryException methodNotAllowed() {
        return new RegistryException(405, "UNSUPPORTED", "this method is not supported here");
    }

    static RegistryException blobUnknown() {
        return new RegistryException(404, "BLOB_UNKNOWN", "blob unknown to this repository");
    }

    static RegistryException manifestUnknown() {
        return new RegistryException(404, "MANIFEST_UNKNOWN", "manifest unknown to this repository");
    }

    static RegistryException manifestBlobUnknown(ContentDigest digest) {
        return new RegistryException(
                404, "MANIFEST_BLOB_UNKNOWN", "the manifest refers to " + digest + ", which is not in this repository");
    }

    static RegistryException manifestInvalid(String why) {
        return new RegistryException(400, "MANIFEST_INVALID", why);
    }

    static RegistryException tagInvalid() {
        return new RegistryException(400, "TAG_INVALID", "invalid tag");
    }

    static RegistryException digestInvalid(String why) {
        return new RegistryException(400, "DIGEST_INVALID", why);
    }

    static RegistryException uploadUnknown() {
        return new RegistryException(404, "BLOB_UPLOAD_UNKNOWN", "upload unknown; it may have expired");
    }

    static RegistryException uploadInvalid(String why) {
        return new RegistryException(400, "BLOB_UPLOAD_INVALID", why);
    }

    /** A chunk that does not start where the upload ends, or one that lost a race with another chunk. */
    static RegistryException rangeInvalid(String why) {
        return new RegistryException(416, "BLOB_UPLOAD_INVALID", why);
    }

    static RegistryException rangeNotSatisfiable() {
        return new RegistryException(416, "RANGE_INVALID", "the range lies outside of the blob");
    }

    static RegistryException sizeInvalid(String why) {
        return new RegistryException(413, "SIZE_INVALID", why);
    }

    static RegistryException paginationInvalid(String why) {
        return new RegistryException(400, "PAGINATION_NUMBER_INVALID", why);
    }

    static RegistryException tooManyRequests(String why) {
        return new RegistryException(429, "TOOMANYREQUESTS", why);
    }

    static RegistryException tooManyRequests(String why, Duration retryAfter) {
        return new RegistryException(429, "TOOMANYREQUESTS", why, retryAfter);
    }

    static RegistryException unavailable(String why) {
        return new RegistryException(503, "UNAVAILABLE", why);
    }
}
