package io.gpuaas.cli;

import io.gpuaas.sdk.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints answers: for people in columns, for programs as JSON. Both show the contract's names. */
final class Output {

    /** Columns are as wide as the widest cell of so many rows; a longer listing is printed in such pieces. */
    private static final int ROWS_MEASURED = 200;

    private static final JsonMapper PRETTY =
            Json.MAPPER.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final PrintWriter out;
    private final PrintWriter err;
    private final Options.Form form;

    Output(PrintWriter out, PrintWriter err, Options.Form form) {
        this.out = out;
        this.err = err;
        this.form = form;
    }

    void one(Object answer) {
        one(answer, Set.of());
    }

    /** People get the parts of the answer without these columns, which would be too wide to read. */
    void one(Object answer, Set<String> columnsLeftOut) {
        switch (form) {
            case JSON -> out.println(PRETTY.writeValueAsString(answer));
            case TABLE -> printFields(Json.MAPPER.valueToTree(answer), columnsLeftOut);
        }
    }

    /** Programs get the answer, people a page about it, which may need more than the answer. */
    void page(Object answer, Supplier<List<String>> lines) {
        switch (form) {
            case JSON -> one(answer);
            case TABLE -> lines.get().forEach(out::println);
        }
    }

    void list(Iterator<?> items, String... columns) {
        switch (form) {
            case JSON -> printArray(items);
            case TABLE -> printTable(items, List.of(columns));
        }
    }

    /** Programs get the answers as they are, people a line for each. */
    <T> void list(Iterator<T> items, Function<T, ?> line, String... columns) {
        switch (form) {
            case JSON -> printArray(items);
            case TABLE -> printTable(lines(items, line), List.of(columns));
        }
    }

    private static <T> Iterator<Object> lines(Iterator<T> items, Function<T, ?> line) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public Object next() {
                return line.apply(items.next());
            }
        };
    }

    /** An answer with a secret that no later answer holds. */
    void once(Object answer, @Nullable String secret) {
        one(answer);
        note(
                secret == null
                        ? "The secret was shown when this was done first, and is not shown again."
                        : "The secret is shown this once: keep it now, nobody can show it again.");
    }

    /** For people only, beside the answer. */
    void note(String sentence) {
        out.flush();
        err.println(sentence);
    }

    private void printArray(Iterator<?> items) {
        String separator = "[";
        while (items.hasNext()) {
            out.print(separator + "\n  " + Json.MAPPER.writeValueAsString(items.next()));
            separator = ",";
        }
        out.println(separator.equals("[") ? "[]" : "\n]");
    }

    private void printTable(Iterator<?> items, List<String> columns) {
        List<String> header = columns.stream().map(Output::heading).toList();
        boolean first = true;
        do {
            List<List<String>> rows = new ArrayList<>();
            if (first) {
                rows.add(header);
            }
            while (items.hasNext() && rows.size() < ROWS_MEASURED) {
                JsonNode item = Json.MAPPER.valueToTree(items.next());
                rows.add(columns.stream().map(column -> cell(item.path(column))).toList());
            }
            printRows(rows);
            first = false;
        } while (items.hasNext());
    }

    private void printRows(List<List<String>> rows) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                line.append(row.get(column))
                        .repeat(" ", widths[column] - row.get(column).length() + 2);
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private void printFields(JsonNode answer, Set<String> columnsLeftOut) {
        List<List<String>> rows = new ArrayList<>();
        addFields(rows, "", answer);
        printRows(rows);
        answer.properties().stream()
                .filter(field -> isTable(field.getValue()))
                .forEach(field -> printPart(field.getKey(), field.getValue(), columnsLeftOut));
    }

    private static void addFields(List<List<String>> rows, String prefix, JsonNode object) {
        object.properties().forEach(field -> {
            String name = prefix + field.getKey();
            if (field.getValue().isObject()) {
                addFields(rows, name + "_", field.getValue());
            } else if (!isTable(field.getValue())) {
                rows.add(List.of(heading(name), cell(field.getValue())));
            }
        });
    }

    private static boolean isTable(JsonNode value) {
        return value.isArray() && value.path(0).isObject();
    }

    private void printPart(String name, JsonNode items, Set<String> columnsLeftOut) {
        Set<String> columns = new LinkedHashSet<>();
        items.forEach(item -> columns.addAll(item.propertyNames()));
        columns.removeAll(columnsLeftOut);
        out.println();
        out.println(heading(name));
        printTable(items.iterator(), List.copyOf(columns));
    }

    private static String heading(String name) {
        return name.replace('_', ' ').toUpperCase(Locale.ROOT);
    }

    private static String cell(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "-";
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(field -> field.getKey() + ": " + cell(field.getValue()))
                    .collect(Collectors.joining("; "));
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(Output::cell)
                    .collect(Collectors.joining(", "));
        }
        return Words.printable(value.isString() ? value.stringValue() : value.toString());
    }
}
