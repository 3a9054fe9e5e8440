package io.gpuaas.api;

import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;

/** Reads the contract's enums from parameters; Spring alone would expect the name of the Java constant. */
public final class WireValueConverterFactory implements ConverterFactory<String, WireValue> {

    @Override
    public <T extends WireValue> Converter<String, T> getConverter(Class<T> type) {
        return text -> find(type, text);
    }

    private static <T extends WireValue> T find(Class<T> type, String text) {
        for (T value : type.getEnumConstants()) {
            if (value.wire().equals(text)) {
                return value;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not one of the allowed values");
    }
}
