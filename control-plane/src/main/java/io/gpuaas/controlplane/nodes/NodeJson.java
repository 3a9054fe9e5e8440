package io.gpuaas.controlplane.nodes;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.TypedIdJson;
import io.gpuaas.kernel.ErrorCode;
import jakarta.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes what travels between nodes and the listener: strictly, within bounds. */
@Component
public class NodeJson {

    private static final int VIOLATIONS_MAX = 20;

    /** As JSON writes it; the database cannot keep it. */
    private static final String NUL = "\\u0000";

    private final JsonMapper mapper = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .addModule(TypedIdJson.module())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();
    private final Validator validator;

    NodeJson(Validator validator) {
        this.validator = validator;
    }

    public <T> T read(byte[] body, Class<T> type) {
        T value = parse(body, type);
        List<Violation> violations = validator.validate(value).stream()
                .limit(VIOLATIONS_MAX)
                .map(one -> new Violation(pointer(one.getPropertyPath().toString()), one.getMessage()))
                .toList();
        if (!violations.isEmpty()) {
            throw ProblemException.invalid(
                    violations.getFirst().field() + " " + violations.getFirst().message(), violations);
        }
        return value;
    }

    private <T> T parse(byte[] body, Class<T> type) {
        if (new String(body, StandardCharsets.UTF_8).contains(NUL)) {
            throw ProblemException.of(ErrorCode.REQUEST_INVALID, "Text must not contain the NUL character.");
        }
        try {
            T value = mapper.readValue(body, type);
            if (value == null) {
                throw ProblemException.of(ErrorCode.REQUEST_MALFORMED, "The body is missing.");
            }
            return value;
        } catch (StreamReadException e) {
            throw ProblemException.of(ErrorCode.REQUEST_MALFORMED, "The body is not valid JSON.");
        } catch (UnrecognizedPropertyException e) {
            throw ProblemException.invalid(pointer(e), "is not a known field");
        } catch (DatabindException e) {
            throw ProblemException.invalid(pointer(e), "is missing, or has the wrong type or format");
        } catch (JacksonException e) {
            throw ProblemException.of(ErrorCode.REQUEST_MALFORMED, "The body cannot be read.");
        }
    }

    public byte[] write(Object value) {
        return mapper.writeValueAsBytes(value);
    }

    String text(JsonNode node) {
        return mapper.writeValueAsString(node);
    }

    JsonNode tree(String text) {
        return mapper.readTree(text);
    }

    JsonNode tree(byte[] text) {
        return mapper.readTree(text);
    }

    JsonNode tree(Object value) {
        return mapper.valueToTree(value);
    }

    private static String pointer(DatabindException error) {
        return error.getPath().stream()
                .map(step -> step.getPropertyName() != null ? step.getPropertyName() : String.valueOf(step.getIndex()))
                .collect(Collectors.joining("/", "/", ""));
    }

    /** events[0].kind becomes /events/0/kind, joinToken becomes /join_token. */
    private static String pointer(String path) {
        return "/"
                + path.replaceAll("\\[(\\d+)]", ".$1")
                        .replaceAll("([a-z])([A-Z])", "$1_$2")
                        .replaceAll("\\.<[^>]*>", "")
                        .replace('.', '/')
                        .toLowerCase(Locale.ROOT);
    }
}
