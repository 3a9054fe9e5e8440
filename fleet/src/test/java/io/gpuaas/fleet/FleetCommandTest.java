package io.gpuaas.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FleetCommandTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    private static Throwable failure(String... arguments) {
        CommandLine line = new CommandLine(new FleetCommand());
        Throwable[] thrown = new Throwable[1];
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            thrown[0] = e;
            return 1;
        });
        assertThat(line.execute(arguments)).isEqualTo(1);
        return thrown[0];
    }

    @Test
    void aFleetOfNoneOrOfTooManyIsRefused() {
        assertThat(failure("--nodes", "0")).hasMessageContaining("between 1 and 10000");
        assertThat(failure("--nodes", "10001")).hasMessageContaining("between 1 and 10000");
    }

    @Test
    void aFileWithoutATokenIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("login"), "user: somebody\n");
        assertThat(failure("--nodes", "1", "--token-file", file.toString()))
                .hasMessageContaining("there is no token in " + file);
    }
}
