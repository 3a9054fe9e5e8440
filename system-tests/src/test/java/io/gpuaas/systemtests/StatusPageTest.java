package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/status.md stays an overview, its pages keep one form, and the names and links on them exist. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatusPageTest {

    private static final String OVERVIEW = "docs/status.md";
    private static final String FOLDER = "docs/status";
    private static final int OVERVIEW_LINES_MAX = 60;
    private static final int CELL_MAX = 200;
    private static final int BULLET_MAX = 300;
    private static final List<String> HEADINGS = List.of("## Built", "## Not built", "## Known limits", "## Measured");

    private static final String RECORDED = "bench/recorded";
    private static final String RECORDED_TABLES = RECORDED + "/pages";
    private static final Pattern MEASURED = Pattern.compile("(?s)## Measured\n(.*?)(?=\n\\*Current|\\z)");
    private static final Pattern FIGURE = Pattern.compile("\\{([a-z-]+):([a-z0-9_]+)}");

    @SuppressWarnings("NullAway.Init")
    private Pages pages;

    @BeforeAll
    void findFiles() throws IOException {
        pages = new Pages();
    }

    @Test
    void theOverviewIsShort() throws IOException {
        List<String> lines = pages.read(OVERVIEW).lines().toList();

        assertThat(lines).hasSizeLessThanOrEqualTo(OVERVIEW_LINES_MAX);
        assertThat(longCells(lines)).isEmpty();
    }

    @Test
    void everyAreaHasAStateAndAPageOfItsOwn() throws IOException {
        List<List<String>> rows = pages.read(OVERVIEW)
                .lines()
                .filter(line -> line.contains("](status/"))
                .map(Pages::cells)
                .toList();

        assertThat(rows).allSatisfy(row -> assertThat(row).hasSize(4));
        assertThat(rows).extracting(row -> row.get(1)).isSubsetOf(Set.of("built", "partly", "not built"));
        assertThat(rows)
                .extracting(row -> "docs/" + row.get(3).replaceAll(".*\\((.*)\\)", "$1"))
                .containsExactlyInAnyOrderElementsOf(pages.in(FOLDER));
    }

    @Test
    void pagesHaveTheSameHeadingsAndShortLines() throws IOException {
        for (String page : pages.in(FOLDER)) {
            List<String> lines = pages.read(page).lines().toList();

            assertThat(lines)
                    .as(page)
                    .filteredOn(line -> line.startsWith("#"))
                    .hasSize(5)
                    .endsWith(HEADINGS.toArray(String[]::new));
            assertThat(longCells(lines)).as(page).isEmpty();
            assertThat(lines)
                    .as(page)
                    .filteredOn(line -> line.startsWith("- "))
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(BULLET_MAX));
        }
    }

    @Test
    void namedClassesTestsAndFilesExist() throws IOException {
        for (String page : pages.in(FOLDER)) {
            assertThat(pages.wrongNames(page)).as(page).isEmpty();
        }
        assertThat(pages.wrongNames("docs/invariants.md")).isEmpty();
    }

    @Test
    void linksOfAllPagesLeadSomewhere() throws IOException {
        for (String folder : List.of(".", "docs", FOLDER, "docs/how-to", "docs/protocols", "docs/adr")) {
            for (String page : pages.in(folder)) {
                assertThat(pages.wrongLinks(page)).as(page).isEmpty();
            }
        }
    }

    /** bench/recorded has one file for each table, and one for each benchmark that was run with --record. */
    @Test
    void measuredFiguresComeFromTheRecords() throws IOException {
        Set<String> records = new TreeSet<>();
        try (Stream<Path> files = Files.list(Command.repository().resolve(RECORDED_TABLES))) {
            files.forEach(file -> records.add(file.getFileName().toString().replace(".json", ".md")));
        }
        for (String page : pages.in(FOLDER)) {
            String name = page.substring(FOLDER.length() + 1);
            if (records.remove(name)) {
                GeneratedPart.check(page, MEASURED, measured(name.replace(".md", "")));
            } else {
                assertThat(pages.read(page)).as(page).contains("## Measured\n\nNothing recorded.");
            }
        }
        assertThat(records).as("records without a page").isEmpty();
    }

    private static String measured(String area) throws IOException {
        JsonNode record = json(RECORDED_TABLES + "/" + area + ".json");
        assertThat(record.path("origin").asString()).as(area).isNotEmpty();
        StringBuilder text = new StringBuilder("\n");
        String note = record.path("note").asString();
        text.append(note.isEmpty() ? "" : note + "\n\n");
        text.append("| Figure | Value | Bar | How | Recorded |\n|---|---|---|---|---|\n");
        for (JsonNode figure : record.path("figures")) {
            text.append("| %s | %s | %s | %s | %s |\n"
                    .formatted(
                            figure.path("figure").asString(),
                            withFigures(figure.path("value").asString()),
                            figure.path("bar").asString(),
                            figure.path("how").asString(),
                            figure.path("recorded").asString())
                    .replace("|  |", "| |"));
        }
        return text.toString();
    }

    /** {@code {terminal:echo_p50_ms}} stands for that figure of bench/recorded/terminal.json. */
    private static String withFigures(String value) throws IOException {
        StringBuilder text = new StringBuilder();
        Matcher figure = FIGURE.matcher(value);
        while (figure.find()) {
            JsonNode recorded = json(RECORDED + "/" + figure.group(1) + ".json")
                    .path("figures")
                    .path(figure.group(2));
            assertThat(recorded.isMissingNode()).as(figure.group()).isFalse();
            figure.appendReplacement(text, Matcher.quoteReplacement(recorded.asString()));
        }
        return figure.appendTail(text).toString();
    }

    private static JsonNode json(String file) throws IOException {
        return JsonMapper.shared()
                .readTree(Files.readString(Command.repository().resolve(file)));
    }

    private static List<String> longCells(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("|"))
                .flatMap(line -> Pages.cells(line).stream())
                .filter(cell -> cell.length() > CELL_MAX)
                .toList();
    }
}
