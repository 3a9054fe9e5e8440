package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks rules that hold for every command, including future ones. */
class CommandTreeTest {

    @TempDir
    Path folder;

    @Test
    void everyCommandHasHelpWithAnExampleThatItUnderstands() {
        List<CommandLine> all = all(new Shell(folder).commandLine()).toList();
        assertThat(all).hasSizeGreaterThan(50);
        for (CommandLine command : all) {
            String name = command.getCommandSpec().qualifiedName(" ");
            String help = command.getUsageMessage();
            assertThat(help).as(name).contains("Examples:").contains("gpuaas");
            if (command.getSubcommands().isEmpty()) {
                assertThat(help.substring(help.indexOf("Examples:")))
                        .as("an example of " + name)
                        .contains(name);
            }
        }
    }

    @Test
    void aCommandThatIsNotNamedIsNotBuiltAndAValueOfThatNameDoesNoHarm() {
        assertThat(new Shell(folder).commandLine("tenants", "list").getSubcommands())
                .containsOnlyKeys("tenants");
        assertThat(new Shell(folder).commandLine("--help").getSubcommands()).hasSizeGreaterThan(15);
        String[] arguments = {"--profile", "me", "tenants", "list"};
        assertThat(new Shell(folder)
                        .commandLine(arguments)
                        .parseArgs(arguments)
                        .subcommand()
                        .commandSpec()
                        .name())
                .isEqualTo("tenants");
    }

    @Test
    void everyOperationOfTheApiHasACommand() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.gpuaas.cli", "io.gpuaas.sdk");
        Set<String> called = classes.stream()
                .filter(type -> type.getPackageName().startsWith("io.gpuaas.cli"))
                .flatMap(CommandTreeTest::called)
                .collect(Collectors.toSet());
        Set<String> operations = classes.stream()
                .filter(type -> type.getPackageName().equals("io.gpuaas.sdk")
                        && type.getSimpleName().endsWith("Api"))
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaCodeUnit::getName)
                .collect(Collectors.toSet());
        assertThat(operations).hasSizeGreaterThan(50);
        assertThat(called).containsAll(operations);
    }

    private static Stream<String> called(JavaClass type) {
        return Stream.concat(
                        type.getCodeUnitCallsFromSelf().stream().map(JavaCall::getTarget),
                        type.getCodeUnitReferencesFromSelf().stream().map(reference -> reference.getTarget()))
                .map(target -> target.getName());
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CommandTreeTest::all));
    }
}
