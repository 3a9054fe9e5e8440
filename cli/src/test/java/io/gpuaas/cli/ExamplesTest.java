package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Every command line in a help text or on a page works with the program as it is. */
class ExamplesTest {

    @TempDir
    Path folder;

    @Test
    void everyExampleOfTheHelpIsUnderstood() {
        List<Example> examples = all(new Shell(folder).commandLine())
                .filter(command -> !command.getSubcommands().isEmpty() || command.getParent() != null)
                .flatMap(command -> Stream.of(String.join(
                                "\n", command.getCommandSpec().usageMessage().footer())
                        .replace("\\\n", " ")
                        .split("\n")))
                .map(String::strip)
                .filter(line -> line.startsWith("gpuaas "))
                .distinct()
                .map(line -> new Example("help", line.substring("gpuaas ".length())))
                .toList();
        assertThat(examples).hasSizeGreaterThan(40);
        examples.forEach(example -> example.check(folder));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandOfAPageIsUnderstood() {
        List<Path> pages = pages();
        assertThat(pages.stream().flatMap(page -> Example.ofPage(page).stream()))
                .hasSizeGreaterThan(80);
        return pages.stream()
                .map(page -> DynamicTest.dynamicTest(
                        Catalogue.ROOT.relativize(page).toString(),
                        () -> Example.ofPage(page).forEach(example -> example.check(folder))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allocations create --sku h100-sxm-slice --wiat",
                "allocations create --sku h100",
                "allocations mend ID",
                "policies set ratelimit.default.per_minute 600",
                "slots explain h100 4",
                "up --detatch",
                "rollouts pause|resum ROLLOUT --reason WHY",
            })
    void aWrongExampleIsFound(String line) {
        assertThatThrownBy(() -> new Example("here", line).check(folder)).isInstanceOf(AssertionError.class);
    }

    private static List<Path> pages() {
        List<Path> pages = new ArrayList<>();
        pages.add(Catalogue.ROOT.resolve("README.md"));
        pages.add(Catalogue.ROOT.resolve("sdk/java/README.md"));
        pages.add(Catalogue.ROOT.resolve("sdk/python/README.md"));
        // docs/site and docs/target hold built copies of the pages.
        Catalogue.files(Catalogue.ROOT.resolve("docs"), ".md").forEach(page -> {
            Path within = Catalogue.ROOT.resolve("docs").relativize(page);
            if (!within.startsWith("site") && !within.startsWith("target")) {
                pages.add(page);
            }
        });
        return pages;
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(ExamplesTest::all));
    }
}
