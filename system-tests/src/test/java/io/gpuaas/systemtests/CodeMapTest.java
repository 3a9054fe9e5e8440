package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages a newcomer reads first stay short, and the code map is true. */
class CodeMapTest {

    private static final String PAGE = "docs/ARCHITECTURE.md";
    private static final int WORDS_MAX = 1_200;
    private static final int README_LINES_MAX = 120;
    private static final Path PACKAGES =
            Command.repository().resolve("control-plane/src/main/java/io/gpuaas/controlplane");

    /** A row of the table of packages, which names no folder: those end with a slash. */
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\| `([a-z]+)` \\|");

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?io\\.gpuaas\\.controlplane\\.([a-z]+)\\.");

    private static final Pattern DRAWING = Pattern.compile("(?s)```\n(.*?)```");

    /** {@code AllocationsHandler.createAllocation} and the like, at the beginning of a line of a drawing. */
    private static final Pattern STEP = Pattern.compile("(?m)^ *(?:\\d+ )?([A-Z]\\w+(?:\\.\\w+)?)");

    private static final String LIFE = "## The life of an allocation";

    private final Pages pages = new Pages();

    CodeMapTest() throws IOException {}

    @Test
    void itIsReadInTenMinutes() throws IOException {
        assertThat(pages.read(PAGE).split("\\s+")).hasSizeLessThanOrEqualTo(WORDS_MAX);
        assertThat(pages.read("README.md").lines()).hasSizeLessThan(README_LINES_MAX);
    }

    @Test
    void itsNamesExist() throws IOException {
        assertThat(pages.wrongNames(PAGE)).isEmpty();
        assertThat(pages.wrongNames("docs/glossary.md")).isEmpty();
    }

    @Test
    void drawingsNameWhatExistsAndTheLifeOfAnAllocationHasFifteenSteps() throws IOException {
        String page = pages.read(PAGE);

        assertThat(drawn(page.substring(page.indexOf(LIFE), page.indexOf("\n## ", page.indexOf(LIFE)))))
                .hasSize(15);
        assertThat(drawn(page)).filteredOn(name -> !pages.exists(name)).containsOnly("Spring");
        assertThat(drawn(pages.read("docs/flows.md")))
                .filteredOn(name -> !pages.exists(name))
                .isEmpty();
    }

    private static List<String> drawn(String text) {
        return DRAWING.matcher(text)
                .results()
                .flatMap(drawing -> STEP.matcher(drawing.group(1)).results())
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void aPackageImportsOnlyPackagesAboveItInTheTable() throws IOException {
        List<String> listed = listed();
        try (Stream<Path> folders = Files.list(PACKAGES)) {
            assertThat(listed)
                    .containsExactlyInAnyOrderElementsOf(folders.filter(Files::isDirectory)
                            .map(folder -> folder.getFileName().toString())
                            .toList());
        }
        for (int row = 0; row < listed.size(); row++) {
            assertThat(listed.subList(0, row + 1)).as(listed.get(row)).containsAll(imports(listed.get(row)));
        }
    }

    private List<String> listed() throws IOException {
        return PACKAGE.matcher(pages.read(PAGE))
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.equals("gpuaas"))
                .toList();
    }

    private static Set<String> imports(String name) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> sources = Files.walk(PACKAGES.resolve(name))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                IMPORT.matcher(Files.readString(source)).results().forEach(match -> found.add(match.group(1)));
            }
        }
        return found;
    }
}
