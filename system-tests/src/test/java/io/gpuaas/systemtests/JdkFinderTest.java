package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkFinderTest {

    private static final Path REAL_JDK = Path.of(System.getProperty("java.home"));

    @TempDir
    Path folder = Path.of("set by JUnit");

    private Path programsWithoutJava = folder;

    @BeforeEach
    void hideEveryJava() throws IOException {
        programsWithoutJava = Files.createDirectory(folder.resolve("bin"));
        for (String directory : List.of("/usr/bin", "/bin")) {
            try (Stream<Path> programs = Files.list(Path.of(directory))) {
                for (Path program : programs.filter(one -> !isJava(one)).toList()) {
                    Path link = programsWithoutJava.resolve(program.getFileName());
                    if (!Files.exists(link)) {
                        Files.createSymbolicLink(link, program);
                    }
                }
            }
        }
    }

    @Test
    void anOldJavaHomeIsPassedOverForASuitableOneElsewhere() throws IOException {
        Command.Outcome version = version()
                .with("JAVA_HOME", jdk("old", "17.0.15").toString())
                .with("GPUAAS_JDK_LOCATIONS", folder + "/none/*:" + REAL_JDK)
                .run();

        assertThat(version.output()).contains("JDK in " + REAL_JDK);
    }

    @Test
    void anOldJavaOnThePathIsPassedOver() throws IOException {
        Path old = jdk("old", "17.0.15");
        Files.createSymbolicLink(programsWithoutJava.resolve("java"), old.resolve("bin/java"));

        Command.Outcome version =
                version().with("GPUAAS_JDK_LOCATIONS", REAL_JDK.toString()).run();

        assertThat(version.output()).contains("JDK in " + REAL_JDK);
    }

    @Test
    void aSuitableJavaHomeWins() throws IOException {
        Path newer = jdk("newer", "26.0.1");

        Command.Outcome version = version()
                .with("JAVA_HOME", newer.toString())
                .with("GPUAAS_JDK_LOCATIONS", REAL_JDK.toString())
                .run();

        assertThat(version.output()).contains("JDK in " + newer);
    }

    @Test
    void aSuitableJavaOnThePathIsFoundBehindItsLinks() throws IOException {
        Path newer = jdk("newer", "25.0.1");
        Files.createSymbolicLink(programsWithoutJava.resolve("java"), newer.resolve("bin/java"));

        assertThat(version()
                        .with("GPUAAS_JDK_LOCATIONS", folder + "/none")
                        .run()
                        .output())
                .contains("JDK in " + newer.toRealPath());
    }

    @Test
    void aRuntimeWithoutCompilerIsNoJdk() throws IOException {
        Path runtime = jdk("runtime", "25.0.1");
        Files.delete(runtime.resolve("bin/javac"));

        Command.Outcome version = version()
                .with("JAVA_HOME", runtime.toString())
                .with("GPUAAS_JDK_LOCATIONS", REAL_JDK.toString())
                .run();

        assertThat(version.output()).contains("JDK in " + REAL_JDK);
    }

    @Test
    void withoutAnyJdkOneSentenceSaysWhatToInstall() {
        Command.Outcome outcome = hiddenJava(Command.gpuaas(
                        "up", "--detach", "--data", folder.resolve("data").toString()))
                .with("GPUAAS_JDK_LOCATIONS", folder + "/none/*")
                .run();

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.lines())
                .singleElement()
                .asString()
                .startsWith("gpuaas: no JDK 25 or newer found: install one");
    }

    private Command version() {
        return hiddenJava(Command.gpuaas("--version"));
    }

    private Command hiddenJava(Command command) {
        return command.without("JAVA_HOME").with("PATH", programsWithoutJava.toString());
    }

    /** Looks like a JDK of that version; its programs do nothing. */
    private Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.createDirectory(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        for (String program : List.of("java", "javac")) {
            Path file = Files.writeString(home.resolve("bin").resolve(program), "#!/bin/sh\nexit 0\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return home;
    }

    private static boolean isJava(Path program) {
        String name = program.getFileName().toString();
        return name.equals("java") || name.equals("javac");
    }
}
