package io.gpuaas.controlplane.platform;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** A response that stays open and reports changes as server-sent events. */
@FunctionalInterface
public interface ServerSentEvents extends StreamingResponseBody {

    /** The client says which event it saw last, if it was here before. Returns when the stream ends. */
    void follow(OutputStream out, @Nullable String lastEventId) throws IOException;

    @Override
    default void writeTo(OutputStream out) throws IOException {
        follow(out, null);
    }
}
