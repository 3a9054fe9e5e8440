package io.gpuaas.agent.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A call that brought no success: the server refused it, or there was no answer. */
public final class ServerException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int NO_ANSWER = 0;

    private final int status;
    private final String code;

    private ServerException(String message, int status, String code, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
        this.code = code;
    }

    static ServerException unreachable(String path, IOException cause) {
        return new ServerException("no answer to " + path + ": " + reason(cause), NO_ANSWER, "unreachable", cause);
    }

    static ServerException interrupted(String path, InterruptedException cause) {
        return new ServerException("stopped while waiting for " + path, NO_ANSWER, "interrupted", cause);
    }

    static ServerException unreadable(String path, Exception cause) {
        return new ServerException(
                "the answer to " + path + " is not understood: " + cause.getMessage(), NO_ANSWER, "unreadable", cause);
    }

    static ServerException tooLarge(String path, int bytes) {
        return new ServerException(
                "the body for " + path + " has " + bytes + " bytes, too many", 413, "body_too_large", null);
    }

    static ServerException answerTooLarge(String path, int bytesMax) {
        return new ServerException(
                "the answer to " + path + " has more than " + bytesMax + " bytes", NO_ANSWER, "unreadable", null);
    }

    static ServerException refused(String path, int status, @Nullable JsonNode problem) {
        String code = problem == null ? "" : problem.path("code").asString("");
        String detail = problem == null ? "" : problem.path("detail").asString("");
        return new ServerException(path + " was refused: " + status + " " + code + " " + detail, status, code, null);
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }

    /** The problem's code, or "unreachable", "interrupted", "unreadable". */
    public String code() {
        return code;
    }

    public boolean isUnreachable() {
        return status == NO_ANSWER;
    }

    /** The same call may succeed later. */
    public boolean isTemporary() {
        return status == NO_ANSWER || status == 401 || status == 403 || status == 408 || status == 429 || status >= 500;
    }
}
