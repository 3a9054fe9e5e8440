package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The checkout starts with an {@code Old.java} that has one comment of the kind that is refused, and it is allowed. */
@Against("git")
class LanguageCheckTest {

    private static final String OLD = "/** Who waits for a GPU. */\nclass Old {}\n";

    @TempDir
    Path folder = Path.of("set by JUnit");

    @SuppressWarnings("NullAway.Init")
    private SmallCheckout checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = new SmallCheckout(folder);
        checkout.write("Old.java", OLD);
        checkout.write("tools/language-allowed", "# counts\n");
        record();
        checkout.git("add", ".");
        checkout.git("commit", "--quiet", "--no-verify", "-m", "Begin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/** What a node reports. */",
                "    // Whoever waits is told.",
                "    int waits; // So long at most.",
                " * Whose key it is.",
                "# Who may sign in.",
                "@Option(names = \"--wait\", description = \"So many seconds.\")",
                "      description: What a new allocation can draw on.",
                "<TextInput label=\"Who pays\" />",
                "\"Seconds to wait (standard: 600).\"",
                "// Opens the stream anew.",
            })
    void aLineOfThatKindIsRefusedInCommitsAndInTheTree(String line) throws IOException {
        checkout.write("New.java", line + "\n");
        checkout.git("add", "New.java");

        Command.Outcome staged =
                checkout.gpuaas("check", "--staged", "language").run();
        Command.Outcome whole = checkout.gpuaas("check", "language").run();

        assertThat(staged.exitCode()).as(staged.output()).isEqualTo(1);
        assertThat(staged.output()).contains("New.java:1:", "docs/style.md");
        assertThat(whole.exitCode()).as(whole.output()).isEqualTo(1);
        assertThat(whole.output()).contains("New.java:1:").doesNotContain("Old.java");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/** Reports what a node measured. */",
                "String url = \"https://What.example\";",
                "// The standard says so; whatever comes later is ignored.",
                "int whatRemains = renewed;",
            })
    void ordinaryLinesPass(String line) throws IOException {
        checkout.write("New.java", line + "\n");
        checkout.git("add", "New.java");

        assertThat(checkout.run("tools/check-language", "--staged").exitCode()).isZero();
        assertThat(checkout.run("tools/check-language").exitCode()).isZero();
    }

    @Test
    void linesThatWereThereBeforeStopNobody() throws IOException {
        checkout.write("Old.java", OLD + "class Beside {}\n");
        checkout.git("add", "Old.java");

        assertThat(checkout.run("tools/check-language", "--staged").exitCode()).isZero();
        assertThat(checkout.run("tools/check-language").exitCode()).isZero();
    }

    @Test
    void pagesMayAskQuestionsInTheirHeadings() throws IOException {
        checkout.write("page.md", "# What it does\n");
        checkout.git("add", "page.md");

        assertThat(checkout.run("tools/check-language", "--staged").exitCode()).isZero();
        assertThat(checkout.run("tools/check-language").exitCode()).isZero();
    }

    @Test
    void recordedCountsOnlyFall() throws IOException {
        int before = allowedComments();
        checkout.write("New.java", OLD);
        record();
        assertThat(allowedComments()).isEqualTo(before);

        checkout.write("New.java", "class New {}\n");
        checkout.write("Old.java", "class Old {}\n");
        assertThat(checkout.run("tools/check-language").exitCode()).isZero();
        record();
        assertThat(allowedComments()).isEqualTo(before - 1);

        checkout.write("Old.java", OLD);
        assertThat(checkout.run("tools/check-language").exitCode()).isEqualTo(1);
    }

    private int allowedComments() throws IOException {
        return checkout.read("tools/language-allowed")
                .lines()
                .filter(line -> line.startsWith("comment "))
                .mapToInt(line -> Integer.parseInt(line.substring("comment ".length())))
                .findFirst()
                .orElseThrow();
    }

    private void record() {
        assertThat(checkout.run("tools/check-language", "--record").exitCode()).isZero();
    }
}
