package io.gpuaas.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tables of docs/apps/manifest.md are those of the code. -Dgpuaas.write-pages rewrites them. */
class ManifestPageTest {

    private static final Path PAGE = Path.of("..", "docs", "apps", "manifest.md");

    @Test
    void fieldsAreThoseOfTheForm() throws IOException {
        StringBuilder table = new StringBuilder("| Field | Value | Meaning |\n|---|---|---|\n");
        rows(ManifestForm.ROOT, "", table);
        check("## Fields", table.toString());
    }

    @Test
    void codesAreThoseOfTheRules() throws IOException {
        StringBuilder table = new StringBuilder("| Code | Severity | Meaning |\n|---|---|---|\n");
        for (LintRule rule : LintRule.values()) {
            table.append("| `%s` | %s | %s |\n"
                    .formatted(rule.code(), rule.severity().word(), rule.meaning()));
        }
        check("## Lint codes", table.toString());
    }

    private static void rows(Form form, String path, StringBuilder table) {
        switch (form) {
            case Form.Fields fields ->
                fields.fields().forEach(field -> {
                    String name = path.isEmpty() ? field.name() : path + "." + field.name();
                    table.append("| `%s`%s | %s | %s |\n"
                            .formatted(
                                    name,
                                    field.isRequired() ? " (required)" : "",
                                    words(field.form()),
                                    field.meaning()));
                    rows(field.form(), name, table);
                });
            case Form.Items items -> rows(items.item(), path + "[]", table);
            case Form.Named named -> rows(named.value(), path + ".NAME", table);
            case Form.Either either -> rows(either.fields(), path, table);
            case Form.Text _, Form.Choice _, Form.Numeric _, Form.Flag _, Form.Free _ -> {}
        }
    }

    private static String words(Form form) {
        return form.words().replace("|", "\\|");
    }

    private static void check(String heading, String table) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("\n| ", page.indexOf(heading)) + 1;
        int to = page.indexOf("\n\n", from) + 1;
        if (System.getProperty("gpuaas.write-pages") != null) {
            Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
            return;
        }
        assertThat(page.substring(from, to)).isEqualTo(table);
    }
}
