package io.gpuaas.cli.output;

import io.gpuaas.kernel.VisibleText;
import io.gpuaas.sdk.RecordJson;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints answers as tables, JSON or YAML, with the field names of the contract. */
public final class Output {

    /** Number of rows laid out together: columns are as wide as their widest cell among these rows. */
    private static final int ROWS_MEASURED = 200;

    private final PrintWriter out;
    private final PrintWriter err;
    private final Form form;

    public Output(PrintWriter out, PrintWriter err, Form form) {
        this.out = out;
        this.err = err;
        this.form = form;
    }

    public void one(Object answer) {
        one(answer, Set.of());
    }

    /** Prints an answer; tables omit the given columns, which would be too wide. */
    public void one(Object answer, Set<String> columnsLeftOut) {
        switch (form) {
            case JSON -> out.println(Words.escapedJson(RecordJson.writeIndented(answer)));
            case YAML -> out.print(Yaml.document(answer));
            case TABLE -> printFields(object(answer), columnsLeftOut);
        }
    }

    /** Prints the answer as JSON or YAML, or a text page about it, which may need more than the answer. */
    public void page(Object answer, Supplier<List<String>> lines) {
        switch (form) {
            case JSON, YAML -> one(answer);
            case TABLE -> lines.get().forEach(line -> out.println(Words.printable(line)));
        }
    }

    public void list(Iterator<?> items, String... columns) {
        switch (form) {
            case JSON, YAML -> printItems(items);
            case TABLE -> printTable(items, List.of(columns));
        }
    }

    public <T> void list(Iterator<T> items, Table<T> table) {
        switch (form) {
            case JSON, YAML -> printItems(items);
            case TABLE ->
                printRows(
                        table.columns().stream()
                                .map(column -> heading(column.heading()))
                                .toList(),
                        items,
                        item -> table.columns().stream()
                                .map(column ->
                                        cell(RecordJson.tree(column.value().apply(item))))
                                .toList());
        }
    }

    /** Prints an answer whole as JSON or YAML, or the items in it as a table. */
    public void answer(Object answer, List<?> items, String... columns) {
        switch (form) {
            case JSON, YAML -> one(answer);
            case TABLE -> printTable(items.iterator(), List.of(columns));
        }
    }

    /** Prints an event immediately: a line of text, a line of JSON or a YAML item. */
    public void event(Object event, Supplier<String> line) {
        switch (form) {
            case JSON -> out.println(Words.escapedJson(RecordJson.write(event)));
            case YAML -> out.print(Yaml.item(event));
            case TABLE -> out.println(Words.printable(line.get()));
        }
        out.flush();
    }

    /** Prints an answer with a secret that no later answer contains. */
    public void once(Object answer, @Nullable String secret) {
        one(answer);
        note(
                secret == null
                        ? "The secret was shown when this request first succeeded and is not shown again."
                        : "The secret is shown only once. Store it now; it cannot be shown again.");
    }

    /** Prints a remark to standard error. */
    public void note(String sentence) {
        out.flush();
        err.println(VisibleText.shownLines(sentence));
    }

    private void printItems(Iterator<?> items) {
        if (form == Form.JSON) {
            printArray(items);
        } else if (!items.hasNext()) {
            out.println("[]");
        } else {
            items.forEachRemaining(item -> out.print(Yaml.item(item)));
        }
    }

    private void printArray(Iterator<?> items) {
        String separator = "[";
        while (items.hasNext()) {
            out.print(separator + "\n  " + Words.escapedJson(RecordJson.write(items.next())));
            separator = ",";
        }
        out.println(separator.equals("[") ? "[]" : "\n]");
    }

    private void printTable(Iterator<?> items, List<String> columns) {
        printRows(columns.stream().map(Output::heading).toList(), items, item -> {
            Map<?, ?> fields = object(item);
            return columns.stream().map(column -> cell(fields.get(column))).toList();
        });
    }

    /** Returns the fields of an object under the names of the contract. */
    private static Map<?, ?> object(Object answer) {
        return RecordJson.tree(answer) instanceof Map<?, ?> fields ? fields : Map.of();
    }

    private <T> void printRows(List<String> header, Iterator<T> items, Function<T, List<String>> cells) {
        List<List<String>> rows = new ArrayList<>(List.of(header));
        do {
            while (items.hasNext() && rows.size() < ROWS_MEASURED) {
                rows.add(cells.apply(items.next()));
            }
            printRows(rows);
            rows.clear();
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

    private void printFields(Map<?, ?> answer, Set<String> columnsLeftOut) {
        List<List<String>> rows = new ArrayList<>();
        addFields(rows, "", answer);
        if (!rows.isEmpty()) {
            printRows(rows);
        }
        boolean isFirst = rows.isEmpty();
        for (Map.Entry<?, ?> field : answer.entrySet()) {
            if (field.getValue() instanceof List<?> items && isTable(items)) {
                if (!isFirst) {
                    out.println();
                }
                isFirst = false;
                printPart(field.getKey().toString(), items, columnsLeftOut);
            }
        }
    }

    private static void addFields(List<List<String>> rows, String prefix, Map<?, ?> object) {
        object.forEach((field, value) -> {
            String name = prefix + field;
            if (value instanceof Map<?, ?> inner) {
                addFields(rows, name + "_", inner);
            } else if (!isTable(value)) {
                rows.add(List.of(heading(name), cell(value)));
            }
        });
    }

    private static boolean isTable(@Nullable Object value) {
        return value instanceof List<?> items && !items.isEmpty() && items.getFirst() instanceof Map;
    }

    private void printPart(String name, List<?> items, Set<String> columnsLeftOut) {
        Set<String> columns = new LinkedHashSet<>();
        items.forEach(item -> object(item).keySet().forEach(column -> columns.add(column.toString())));
        columns.removeAll(columnsLeftOut);
        out.println(heading(name));
        printTable(items.iterator(), List.copyOf(columns));
    }

    private static String heading(String name) {
        return Words.printable(name.replace('_', ' ').toUpperCase(Locale.ROOT));
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Map<?, ?> fields) {
            return fields.entrySet().stream()
                    .map(field -> Words.printable(String.valueOf(field.getKey())) + ": " + cell(field.getValue()))
                    .collect(Collectors.joining("; "));
        }
        if (value instanceof List<?> items) {
            return items.stream().map(Output::cell).collect(Collectors.joining(", "));
        }
        if (value instanceof Double || value instanceof BigDecimal) {
            return rounded(new BigDecimal(value.toString()));
        }
        return Words.printable(value.toString());
    }

    /** Rounds to two decimal places for tables; JSON and YAML have all digits. */
    private static String rounded(BigDecimal number) {
        return number.setScale(2, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }
}
