package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {

    @TempDir
    Path folder;

    /** A real bash reads the script and is asked for what follows. */
    @Test
    void bashCompletesCommandsAndOptions() throws IOException, InterruptedException {
        Shell shell = new Shell(folder);
        assertThat(shell.type("completion bash")).as(shell.said()).isZero();
        Files.writeString(folder.resolve("completion"), shell.printed());
        Path asking = Files.writeString(folder.resolve("ask"), """
                . ./completion
                compopt() { :; }
                ask() { COMP_WORDS=(gpuaas "$@"); COMP_CWORD=$#; COMPREPLY=(); _complete_gpuaas; echo "${COMPREPLY[@]}"; }
                ask alloc
                ask allocations crea
                ask allocations create --sk
                """);
        Process bash = new ProcessBuilder("bash", asking.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String answers = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(answers).isZero();
        assertThat(answers.lines().map(String::strip)).containsExactly("allocations", "create create-batch", "--sku");
    }

    @Test
    void fishAndZshGetTheirOwn() {
        Shell shell = new Shell(folder);
        assertThat(shell.type("completion fish")).isZero();
        assertThat(shell.printed())
                .contains("-n '__gpuaas_at allocations' -a create -d")
                .contains("-n '__gpuaas_at allocations create' -l sku -r")
                .contains("'allocations create' 'allocations create-batch'");
        assertThat(shell.type("completion zsh")).isZero();
        assertThat(shell.printed())
                .startsWith("#compdef gpuaas")
                .contains("    'allocations create')\n")
                .contains("        '--sku:")
                .contains("'allocations create' 'allocations create-batch'");
        assertThat(shell.type("completion tcsh")).isEqualTo(2);
    }
}
