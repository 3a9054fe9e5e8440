package io.gpuaas.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.DebianMachine;
import io.gpuaas.testkit.TestsInside;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The tests that need systemd as the init, in a Debian machine that has it. */
@Tag("full")
@Against("Debian in QEMU")
class SystemdTest {

    private static final List<String> CLASSES = List.of(
            "io.gpuaas.agent.command.CommandUnitsTest",
            "io.gpuaas.agent.host.DeviceRulesTest",
            "io.gpuaas.agent.host.SshLoginTest",
            "io.gpuaas.agent.terminal.LinuxUnitsTest");

    /** Modules that the tests use, without those of graphics. */
    private static final String MODULES =
            "java.compiler,java.desktop,java.instrument,java.logging,java.management,java.naming,java.net.http,java.sql,"
                    + "jdk.httpserver,jdk.management,jdk.unsupported,jdk.zipfs";

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    SystemdTest() {}

    @TestFactory
    List<DynamicTest> allPassUnderSystemd() throws Exception {
        Path runtime = folder.resolve("runtime");
        run(
                Path.of(System.getProperty("java.home"), "bin/jlink").toString(),
                "--add-modules",
                MODULES,
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                runtime.toString());
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            // Folders of several modules have the same name.
            String name = classPath.size() + "-" + Path.of(entry).getFileName();
            run("cp", "-r", entry, classes.resolve(name).toString());
            classPath.add("/opt/classes/" + name);
        }
        String output;
        try (DebianMachine machine = DebianMachine.start(folder)) {
            machine.copy(List.of(runtime, classes), "/opt");
            // As a service: in root's SSH session, a session of somebody else would not get a slice of its own.
            output = machine.run("systemd-run --quiet --wait --pipe --collect --working-directory=/root"
                            + " /opt/runtime/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
                            + " --enable-native-access=ALL-UNNAMED -cp " + String.join(":", classPath) + " "
                            + TestsInside.class.getName() + " " + String.join(" ", CLASSES))
                    .output();
        }
        List<DynamicTest> tests = output.lines()
                .map(line -> line.split(" ", -1))
                .flatMap(SystemdTest::test)
                .toList();
        assertThat(tests).as(output).hasSizeGreaterThan(CLASSES.size());
        return tests;
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }

    private static Stream<DynamicTest> test(String[] fields) {
        if (!fields[0].equals(TestsInside.MARK)) {
            return Stream.empty();
        }
        String reason = new String(Base64.getDecoder().decode(fields[3]), StandardCharsets.UTF_8);
        return Stream.of(DynamicTest.dynamicTest(
                fields[2], () -> assertThat(fields[1]).as(reason).isEqualTo("SUCCESSFUL")));
    }
}
