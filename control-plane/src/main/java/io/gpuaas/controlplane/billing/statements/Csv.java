package io.gpuaas.controlplane.billing.statements;

import org.jspecify.annotations.Nullable;

/** Fields of comma-separated files: quoted, and never something a spreadsheet takes for a formula. */
final class Csv {

    private Csv() {}

    static String field(@Nullable Object value) {
        String text = value == null ? "" : value.toString();
        boolean looksLikeFormula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 && !isNumber(text);
        String safe = looksLikeFormula ? "'" + text : text;
        return safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + safe.replace("\"", "\"\"") + '"'
                : safe;
    }

    private static boolean isNumber(String text) {
        return text.matches("-?\\d+(\\.\\d+)?");
    }
}
