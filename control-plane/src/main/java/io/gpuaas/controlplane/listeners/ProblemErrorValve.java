package io.gpuaas.controlplane.listeners;

import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;

/**
 * Answers, as a problem too, what the servlet container refuses before the pipeline sees it: a request
 * line or header that cannot be read.
 */
public class ProblemErrorValve extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, @Nullable Throwable error) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        ErrorCode code = switch (status) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> ErrorCode.CSRF_REJECTED;
            case 431 -> ErrorCode.HEADERS_TOO_LARGE;
            default -> status < 500 ? ErrorCode.REQUEST_MALFORMED : ErrorCode.INTERNAL_ERROR;
        };
        String correlation = UUID.randomUUID().toString();
        String body = """
                {"type":"/api/v1/errors/%s","title":"%s","status":%d,"code":"%s","blame":"%s","correlation_id":"%s"}""".formatted(
                        code.code(),
                        code.title(),
                        status,
                        code.code(),
                        code.blame().name().toLowerCase(Locale.ROOT),
                        correlation);
        try {
            response.setContentType("application/problem+json");
            response.setHeader(CorrelationId.HEADER, correlation);
            response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            response.finishResponse();
        } catch (IOException e) {
            container.getLogger().debug("the client was gone before its problem could be written", e);
        }
    }
}
