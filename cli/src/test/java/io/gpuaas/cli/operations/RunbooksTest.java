package io.gpuaas.cli.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.Shell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runbooks are part of the program. */
class RunbooksTest {

    @TempDir
    Path folder;

    @Test
    void everyRunbookThatIsNamedIsThere() {
        assertThat(RunbooksCommand.NAMES)
                .allSatisfy(name -> assertThat(RunbooksCommand.read(name)).startsWith("# "));
        assertThat(new Shell(folder).type("ops runbooks no-such")).isEqualTo(2);
    }
}
