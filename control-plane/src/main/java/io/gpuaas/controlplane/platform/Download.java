package io.gpuaas.controlplane.platform;

import java.io.IOException;
import java.io.OutputStream;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** An answer that is streamed instead of stored. */
public record Download(String contentType, String fileName, StreamingResponseBody body)
        implements StreamingResponseBody {

    @Override
    public void writeTo(OutputStream out) throws IOException {
        body.writeTo(out);
    }
}
