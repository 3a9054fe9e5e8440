package io.gpuaas.controlplane.platform;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.web.server.PortInUseException;

/** Says in one sentence why the process did not start. */
public final class StartProblem {

    private StartProblem() {}

    public static String describe(Throwable failure) {
        List<Throwable> causes = Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(50)
                .toList();
        return causes.stream()
                .map(StartProblem::sentence)
                .filter(sentence -> sentence != null)
                .findFirst()
                .orElseGet(() -> unknown(causes.getLast()));
    }

    /** The value of a setting that has no default. */
    public static String requireSet(String property, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new SettingException(property + " is not set, and has no default here.");
        }
        return value;
    }

    private static @Nullable String sentence(@Nullable Throwable cause) {
        return switch (cause) {
            case UnboundConfigurationPropertiesException unknown ->
                "unknown setting "
                        + unknown.getUnboundProperties().stream()
                                .map(property -> property.getName() + origin(property.getOrigin()))
                                .collect(Collectors.joining(", "))
                        + "; every setting is listed in the documentation of gpuaas.yaml.";
            case BindValidationException invalid ->
                "invalid setting "
                        + invalid.getValidationErrors().getAllErrors().stream()
                                .map(error -> error instanceof org.springframework.validation.FieldError field
                                        ? invalid.getValidationErrors().getName() + "." + kebab(field.getField())
                                                + " = " + field.getRejectedValue() + ": " + field.getDefaultMessage()
                                        : String.valueOf(error.getDefaultMessage()))
                                .collect(Collectors.joining("; "))
                        + ".";
            case BindException invalid
            when !(invalid.getCause() instanceof UnboundConfigurationPropertiesException)
                    && !(invalid.getCause() instanceof BindValidationException)
                    && invalid.getProperty() != null ->
                "invalid setting " + settingName(invalid.getProperty()) + " = "
                        + invalid.getProperty().getValue()
                        + origin(invalid.getProperty().getOrigin()) + ".";
            case PortInUseException busy ->
                "port " + busy.getPort() + " is taken by another program; choose another with --gpuaas.server.port.";
            case SettingException setting -> setting.getMessage();
            case null, default -> null;
        };
    }

    private static String unknown(Throwable root) {
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return "the start failed: " + message.lines().findFirst().orElse("no reason given");
    }

    private static String origin(@Nullable Object origin) {
        return origin == null ? "" : " (from " + origin + ")";
    }

    private static String kebab(String property) {
        return property.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT);
    }

    static RuntimeException unknownVariable(String name) {
        return new SettingException("unknown setting in the environment variable " + name
                + "; every setting is listed in the documentation of gpuaas.yaml.");
    }

    /** Some of Spring's own settings are set from ours: name ours. */
    private static String settingName(ConfigurationProperty property) {
        Matcher ours = Pattern.compile("\\$\\{(gpuaas[^}]*)}").matcher(String.valueOf(property.getValue()));
        return ours.matches() ? ours.group(1) : property.getName().toString();
    }

    private static final class SettingException extends RuntimeException {
        SettingException(String sentence) {
            super(sentence);
        }
    }
}
