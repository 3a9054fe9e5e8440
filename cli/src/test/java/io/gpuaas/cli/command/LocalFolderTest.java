package io.gpuaas.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cli.command.LocalFolder.Entry;
import io.gpuaas.cli.command.LocalFolder.Limits;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalFolderTest {

    @TempDir
    Path outside;

    @SuppressWarnings("NullAway.Init")
    LocalFolderTest() {}

    private Path folder() throws IOException {
        return Files.createDirectories(outside.resolve("folder"));
    }

    @ParameterizedTest
    @CsvSource({
        "*.pyc,      a/b/x.pyc,       true",
        "*.pyc,      a/x.py,          false",
        "out/,       a/out/x,         true",
        "out/,       out,             false",
        "/out,       out,             true",
        "/out,       a/out,           false",
        "a/*.bin,    a/x.bin,         true",
        "a/*.bin,    a/b/x.bin,       false",
        "a/**/x,     a/b/c/x,         true",
        "a/**,       a/b/c,           true",
        "x?[0-9],    xa1,             true",
        "x[!0-9],    x1,              false",
        "'a.b',      axb,             false",
        "'#a',       a,               false",
    })
    void rulesReadAsThoseOfGit(String rule, String path, boolean isIgnored) {
        assertThat(IgnoreRules.parse(List.of(rule)).ignoresFile(path)).isEqualTo(isIgnored);
    }

    @Test
    void theLastRuleThatMatchesWins() {
        IgnoreRules rules = IgnoreRules.parse(List.of("# data", "", "*.csv", "!small.csv"));
        assertThat(rules.ignoresFile("large.csv")).isTrue();
        assertThat(rules.ignoresFile("data/small.csv")).isFalse();
    }

    @Test
    void linksAreNotFollowedAndThoseThatLeadOutAreLeftOut() throws IOException {
        Path folder = folder();
        Files.writeString(outside.resolve("secret"), "secret");
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/x"), "x");
        Files.createSymbolicLink(folder.resolve("inside"), Path.of("data/x"));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("."));
        Files.createSymbolicLink(folder.resolve("out"), Path.of("../secret"));
        Files.createSymbolicLink(folder.resolve("absolute"), outside.resolve("secret"));
        LocalFolder read = LocalFolder.read(folder, IgnoreRules.parse(List.of()), LocalFolder.LIMITS);
        assertThat(read.entries().stream().map(Entry::path))
                .containsExactlyInAnyOrder("data", "data/x", "inside", "loop");
        assertThat(read.leftOut()).containsExactlyInAnyOrder("out", "absolute");
    }

    @ParameterizedTest
    @CsvSource({
        "/r/a/l,  ..,           true",
        "/r/a/l,  ../b/c,       true",
        "/r/a/l,  ./x,          true",
        "/r/l,    .,            true",
        "/r/l,    ..,           false",
        "/r/a/l,  ../..,        false",
        "/r/l,    ../r/x,       false",
        "/r/y,    x/l/../..,    false",
        "/r/y,    x/..,         false",
        "/r/l,    /r/x,         false",
        "/r,      x,            false",
    })
    void aLinkLeadsInsideWhateverLinksItsTargetNames(Path link, Path target, boolean isInside) {
        assertThat(LocalFolder.leadsInside(Path.of("/r"), link, target)).isEqualTo(isInside);
    }

    @Test
    void aFolderThatIsTooLargeIsRefusedAndOneWhoseRestIsIgnoredIsNot() throws IOException {
        Path folder = folder();
        for (int i = 0; i < 12; i++) {
            Files.createFile(folder.resolve("file-" + i));
        }
        IgnoreRules none = IgnoreRules.parse(List.of());
        assertThatThrownBy(() -> LocalFolder.read(folder, none, new Limits(10, 1_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 10 files")
                .hasMessageContaining(".gpuaasignore");
        assertThat(LocalFolder.read(folder, IgnoreRules.parse(List.of("file-1*")), new Limits(10, 1_000))
                        .entries())
                .hasSize(9);
        try (RandomAccessFile sparse =
                new RandomAccessFile(folder.resolve("large").toFile(), "rw")) {
            sparse.setLength(LocalFolder.LIMITS.bytes() + 1);
        }
        assertThatThrownBy(() -> LocalFolder.read(folder, none, LocalFolder.LIMITS))
                .hasMessageContaining("larger than 10,000 MB");
    }
}
