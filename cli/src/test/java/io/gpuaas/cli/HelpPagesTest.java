package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The help of every command, a file for each group. To rewrite them, run this test with -Dgpuaas.write-pages. */
class HelpPagesTest {

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> theHelpOfEachGroupIsAsWritten() {
        CommandLine all = new Shell(folder).commandLine();
        return Stream.concat(
                Stream.of(DynamicTest.dynamicTest(
                        "gpuaas", () -> GoldenPages.check("help-gpuaas", all.getUsageMessage()))),
                all.getSubcommands().entrySet().stream()
                        .map(entry -> DynamicTest.dynamicTest(
                                entry.getKey(),
                                () -> GoldenPages.check("help-" + entry.getKey(), pages(entry.getValue())))));
    }

    private static String pages(CommandLine command) {
        StringBuilder pages = new StringBuilder(command.getUsageMessage());
        command.getSubcommands()
                .values()
                .forEach(part ->
                        pages.append("\n").append("-".repeat(80)).append("\n").append(pages(part)));
        return pages.toString();
    }

    @Test
    void helpHoldsNoEscapesWhereNobodySits() {
        Shell shell = new Shell(folder);
        for (String line : List.of("--help", "allocations --help", "allocations creat", "nonsense")) {
            shell.piping("").type(line);
            assertThat(shell.printed() + shell.said()).as(line).doesNotContain("\033");
        }
    }
}
