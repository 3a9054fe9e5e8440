package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every page ends with its status and the commit it was verified at. */
class VerifiedPagesTest {

    private static final List<String> FOLDERS =
            List.of("docs", "docs/adr", "docs/how-to", "docs/protocols", "docs/status");
    private static final Pattern LAST_LINE =
            Pattern.compile("\\*(Current|Accepted|Replaced)\\. Verified at ([0-9a-f]{8})\\.\\*");

    /** They are true whenever the build passes. */
    private static final Set<String> GENERATED = Set.of("docs/errors.md", "docs/permissions.md");

    private final Pages pages = new Pages();

    VerifiedPagesTest() throws IOException {}

    @Test
    void everyPageSaysWhenItWasTrue() throws Exception {
        Set<String> commits = new TreeSet<>();
        for (String folder : FOLDERS) {
            for (String page : pages.in(folder)) {
                if (!GENERATED.contains(page)) {
                    Matcher line = LAST_LINE.matcher(
                            pages.read(page).stripTrailing().lines().toList().getLast());
                    assertThat(line.matches()).as("the last line of " + page).isTrue();
                    commits.add(line.group(2));
                }
            }
        }
        assertThat(commits).isNotEmpty();
        if (hasHistory()) {
            for (String commit : commits) {
                assertThat(git("cat-file", "-e", commit + "^{commit}"))
                        .as(commit)
                        .isZero();
            }
        }
    }

    /** A release has no history, and a shallow checkout has only a part of it. */
    private static boolean hasHistory() throws Exception {
        return Files.exists(Command.repository().resolve(".git"))
                && !Files.exists(Command.repository().resolve(".git/shallow"))
                && git("rev-parse", "HEAD") == 0;
    }

    private static int git(String... arguments) throws Exception {
        ProcessBuilder git = new ProcessBuilder("git");
        git.command().addAll(List.of(arguments));
        return git.directory(Command.repository().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
