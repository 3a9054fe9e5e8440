package io.gpuaas.api;

import io.gpuaas.kernel.VisibleText;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks at a text, and at the texts in a list or a map. */
public final class PlainTextValidator implements ConstraintValidator<PlainText, Object> {

    private boolean lines;

    @Override
    public void initialize(PlainText rule) {
        lines = rule.lines();
    }

    @Override
    public boolean isValid(@Nullable Object value, ConstraintValidatorContext context) {
        return switch (value) {
            case String text -> lines ? VisibleText.isLines(text) : VisibleText.isLine(text);
            case Collection<?> items -> items.stream().allMatch(item -> isValid(item, context));
            case Map<?, ?> entries -> isValid(entries.keySet(), context) && isValid(entries.values(), context);
            case null, default -> true;
        };
    }
}
