package io.gpuaas.controlplane.platform;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.event.KeyValuePair;
import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.logging.structured.StructuredLogFormatter;

/** One JSON object per log line, redacted. Named in gpuaas.yaml; nothing else formats log lines. */
final class JsonLogFormat implements StructuredLogFormatter<ILoggingEvent> {

    private final ThrowableProxyConverter stackTrace = new ThrowableProxyConverter();
    private final JsonWriter<ILoggingEvent> writer = JsonWriter.<ILoggingEvent>of(members -> {
                members.add("time", event -> event.getInstant().toString());
                members.add("level", event -> event.getLevel().toString());
                members.add("logger", ILoggingEvent::getLoggerName);
                members.add("message", event -> Redaction.redact(event.getFormattedMessage()));
                members.from(JsonLogFormat::context).usingPairs((context, pairs) -> context.forEach(pairs));
                members.add("error", this::error).whenHasLength();
            })
            .withNewLineAtEnd();

    JsonLogFormat() {
        stackTrace.start();
    }

    @Override
    public String format(ILoggingEvent event) {
        return writer.writeToString(event);
    }

    private static Map<String, String> context(ILoggingEvent event) {
        Map<String, String> context = new TreeMap<>();
        event.getMDCPropertyMap().forEach((name, value) -> context.put(name, Redaction.redact(value)));
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                context.put(pair.key, Redaction.redact(String.valueOf(pair.value)));
            }
        }
        return context;
    }

    private String error(ILoggingEvent event) {
        return event.getThrowableProxy() == null ? "" : Redaction.redact(stackTrace.convert(event));
    }
}
