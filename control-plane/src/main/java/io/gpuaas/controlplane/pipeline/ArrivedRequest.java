package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.ServerSentEvents;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.util.WebUtils;

/** A request with its correlation id and a body that is read once, whole, and only up to a limit. */
final class ArrivedRequest extends HttpServletRequestWrapper implements Admission.Request {

    private final CorrelationId correlationId;
    private final int bodyBytesMax;
    private byte @Nullable [] body;
    private String operation = "none";

    ArrivedRequest(HttpServletRequest request, CorrelationId correlationId, int bodyBytesMax) {
        super(request);
        this.correlationId = correlationId;
        this.bodyBytesMax = bodyBytesMax;
    }

    static ArrivedRequest of(HttpServletRequest request) {
        return Objects.requireNonNull(
                WebUtils.getNativeRequest(request, ArrivedRequest.class), "ArrivalFilter did not run for this request");
    }

    /** Writes the download to the client of the request in hand; there is nothing left for Spring to write. */
    static @Nullable Object stream(Download download) throws IOException {
        ServletRequestAttributes current = (ServletRequestAttributes) RequestContextHolder.currentRequestAttributes();
        HttpServletResponse response = Objects.requireNonNull(current.getResponse());
        response.setContentType(download.contentType());
        response.setHeader("Content-Disposition", "attachment; filename=\"" + download.fileName() + "\"");
        if (!isHead(current)) {
            download.writeTo(new SlowReaderCutOff(response.getOutputStream()));
        }
        response.flushBuffer();
        return null;
    }

    /** Keeps the answer open until the stream ends or the client leaves. */
    static @Nullable Object stream(ServerSentEvents stream) throws IOException {
        ServletRequestAttributes current = (ServletRequestAttributes) RequestContextHolder.currentRequestAttributes();
        HttpServletResponse response = Objects.requireNonNull(current.getResponse());
        response.setContentType("text/event-stream;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        if (!isHead(current)) {
            stream.follow(response.getOutputStream(), current.getRequest().getHeader("Last-Event-ID"));
        }
        return null;
    }

    /** The headers alone are asked for. */
    private static boolean isHead(ServletRequestAttributes current) {
        return current.getRequest().getMethod().equals("HEAD");
    }

    CorrelationId correlationId() {
        return correlationId;
    }

    void handledBy(String operationId) {
        this.operation = operationId;
    }

    String operation() {
        return operation;
    }

    @Override
    public String method() {
        return getMethod();
    }

    @Override
    public String target() {
        return getQueryString() == null ? getRequestURI() : getRequestURI() + "?" + getQueryString();
    }

    @Override
    public byte[] body() {
        byte[] read = body;
        if (read == null) {
            read = readBody();
            body = read;
        }
        return read;
    }

    private byte[] readBody() {
        if (getContentLengthLong() > bodyBytesMax) {
            throw tooLarge();
        }
        try {
            byte[] read = super.getInputStream().readNBytes(bodyBytesMax + 1);
            if (read.length > bodyBytesMax) {
                throw tooLarge();
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException("the client stopped sending", e);
        }
    }

    private ProblemException tooLarge() {
        return ProblemException.of(ErrorCode.BODY_TOO_LARGE, "The body can have at most " + bodyBytesMax + " bytes.");
    }

    @Override
    public ServletInputStream getInputStream() {
        return new BodyStream(new ByteArrayInputStream(body()));
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    private static final class BodyStream extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        BodyStream(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("bodies are read by blocking virtual threads");
        }
    }
}
