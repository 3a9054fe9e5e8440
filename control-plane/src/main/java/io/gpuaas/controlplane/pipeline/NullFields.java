package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.platform.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.AbstractJacksonHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Refuses null in a body, since the contract calls no field nullable: a field that is left out is absent. */
@ControllerAdvice
class NullFields extends RequestBodyAdviceAdapter {

    private static final JsonFactory FACTORY = new JsonFactory();

    @Override
    public boolean supports(MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
        return AbstractJacksonHttpMessageConverter.class.isAssignableFrom(converter);
    }

    @Override
    public HttpInputMessage beforeBodyRead(
            HttpInputMessage message,
            MethodParameter parameter,
            Type type,
            Class<? extends HttpMessageConverter<?>> converter)
            throws IOException {
        byte[] body = message.getBody().readAllBytes();
        // Most bodies do not contain "null" at all, and need not be parsed twice.
        if (new String(body, StandardCharsets.ISO_8859_1).contains("null")) {
            requireNoNull(body);
        }
        return new ReadBody(message.getHeaders(), new ByteArrayInputStream(body));
    }

    private static void requireNoNull(byte[] body) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_NULL) {
                    throw ProblemException.invalid(
                            parser.streamReadContext().pathAsPointer().toString(), "must not be null");
                }
            }
        } catch (JacksonException e) {
            // It is no JSON; the converter says so, and where.
            return;
        }
    }

    private record ReadBody(HttpHeaders headers, InputStream body) implements HttpInputMessage {

        @Override
        public InputStream getBody() {
            return body;
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }
    }
}
