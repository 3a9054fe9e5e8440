package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
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

    /** The rows of the table of packages. */
    private static final Pattern TABLE =
            Pattern.compile("(?s)\\| Package \\| Responsibility \\|\n\\|---\\|---\\|\n(.*?\n)\n");

    private static final Pattern RESPONSIBILITY =
            Pattern.compile("@ApplicationModule\\(\\s*displayName = \"([^\"]+)\"");

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

    /** Lowest packages first; a package imports only packages above it. */
    @Test
    void theTableOfPackagesIsGenerated() throws IOException {
        Map<String, Integer> levels = new TreeMap<>();
        for (String name : packages()) {
            levels.put(name, level(name, new ArrayDeque<>()));
        }
        StringBuilder rows = new StringBuilder();
        levels.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .forEach(one -> rows.append("| `%s` | %s |\n".formatted(one.getKey(), responsibility(one.getKey()))));
        GeneratedPart.check(PAGE, TABLE, rows.toString());
    }

    private static List<String> packages() throws IOException {
        try (Stream<Path> folders = Files.list(PACKAGES)) {
            return folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private static int level(String name, Deque<String> way) throws IOException {
        assertThat(way).as("packages that import each other").doesNotContain(name);
        way.push(name);
        int level = 0;
        for (String below : imports(name)) {
            level = Math.max(level, below.equals(name) ? 0 : level(below, way) + 1);
        }
        way.pop();
        return level;
    }

    private static String responsibility(String name) {
        try {
            Matcher found = RESPONSIBILITY.matcher(
                    Files.readString(PACKAGES.resolve(name).resolve("package-info.java")));
            assertThat(found.find())
                    .as("package-info.java of %s has @ApplicationModule(displayName = …)", name)
                    .isTrue();
            return found.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
