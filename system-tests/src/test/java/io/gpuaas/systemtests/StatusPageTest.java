package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** docs/status.md stays an overview, its pages keep one form, and the names and links on them exist. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatusPageTest {

    private static final String OVERVIEW = "docs/status.md";
    private static final String FOLDER = "docs/status";
    private static final int OVERVIEW_LINES_MAX = 60;
    private static final int CELL_MAX = 200;
    private static final int BULLET_MAX = 300;
    private static final List<String> HEADINGS = List.of("## Built", "## Not built", "## Known limits", "## Measured");

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
        for (String folder : List.of(".", "docs", FOLDER, "docs/how-to", "docs/adr")) {
            for (String page : pages.in(folder)) {
                assertThat(pages.wrongLinks(page)).as(page).isEmpty();
            }
        }
    }

    private static List<String> longCells(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("|"))
                .flatMap(line -> Pages.cells(line).stream())
                .filter(cell -> cell.length() > CELL_MAX)
                .toList();
    }
}
