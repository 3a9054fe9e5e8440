package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a small checkout of its own, which has the command and its pieces and nothing else. */
@Against("git")
class CommitHookTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    private Path checkout = folder;
    private Path git = folder;

    @BeforeEach
    void makeCheckout() throws IOException {
        git = RealServers.require("git");
        checkout = Files.createDirectory(folder.resolve("checkout"));
        for (String piece : new String[] {"gpuaas", "pom.xml", "tools", ".githooks"}) {
            copy(piece);
        }
        Files.writeString(checkout.resolve(".gitignore"), "node_modules\n");
        RealServers.report("git", git("--version").output().strip().replace("git version ", ""));
        git("init", "--quiet");
    }

    @Test
    void anyRunInstallsTheHook() {
        run();

        assertThat(hooksPath()).isEqualTo(".githooks");
    }

    @Test
    void hooksSomebodyChoseStay() {
        git("config", "core.hooksPath", "my-hooks");

        run();

        assertThat(hooksPath()).isEqualTo("my-hooks");
    }

    @Test
    void inCiNoHookIsInstalled() {
        gpuaas().with("CI", "true").run();

        assertThat(hooksPath()).isEmpty();
    }

    @Test
    void aStagedSecretStopsTheCommitEvenWhenTheFileWasCleanedAfterwards() throws IOException {
        run();
        Path file = Files.writeString(
                checkout.resolve("settings.env"), "GITHUB_TOKEN=ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx\n");
        git("add", "settings.env");
        Files.writeString(file, "PORT=8080\n");

        Command.Outcome refused = git("commit", "--quiet", "-m", "Add settings");
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.output()).contains("check failed: secrets");

        git("add", "settings.env");
        Command.Outcome accepted = git("commit", "--quiet", "-m", "Add settings");
        assertThat(accepted.exitCode()).as(accepted.output()).isZero();
    }

    private void run() {
        assertThat(gpuaas().run().exitCode()).isZero();
    }

    private Command gpuaas() {
        return withoutUsersGit(Command.program(checkout.resolve("gpuaas"), "help"));
    }

    private String hooksPath() {
        return git("config", "core.hooksPath").output().strip();
    }

    private Command.Outcome git(String... arguments) {
        String[] words = new String[arguments.length + 2];
        words[0] = "-C";
        words[1] = checkout.toString();
        System.arraycopy(arguments, 0, words, 2, arguments.length);
        return withoutUsersGit(Command.program(git, words)).run();
    }

    /** The settings of whoever runs the tests must not decide them. */
    private static Command withoutUsersGit(Command command) {
        return command.without("CI")
                .with("GIT_CONFIG_GLOBAL", "/dev/null")
                .with("GIT_CONFIG_SYSTEM", "/dev/null")
                .with("GIT_AUTHOR_NAME", "Test")
                .with("GIT_AUTHOR_EMAIL", "test@example.org")
                .with("GIT_COMMITTER_NAME", "Test")
                .with("GIT_COMMITTER_EMAIL", "test@example.org");
    }

    private void copy(String piece) {
        Command.Outcome copied = Command.program(
                        Path.of("/bin/cp"),
                        "-R",
                        Command.repository().resolve(piece).toString(),
                        checkout.toString())
                .run();
        assertThat(copied.exitCode()).as(copied.output()).isZero();
    }
}
