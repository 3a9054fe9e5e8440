package io.gpuaas.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cli.command.LocalFolder.Entry;
import io.gpuaas.cli.command.LocalFolder.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderUploadTest {

    @TempDir
    Path home;

    @SuppressWarnings("NullAway.Init")
    FolderUploadTest() {}

    private static LocalFolder folder(List<String> leftOut, Entry... entries) {
        return new LocalFolder(Path.of("/nowhere"), List.of(entries), 0, leftOut);
    }

    private static Entry entry(String path, Kind kind) {
        return new Entry(path, kind, 0, 0, 0755, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "./.", "~", "~/", "~other", "/", "//", "/home", "/home/me/", "work/..", "../x"})
    void aHomeIsNotEmptied(String there) {
        LocalFolder folder = folder(List.of(), entry("x", Kind.FILE));
        assertThatThrownBy(() -> FolderUpload.checkDeletion(folder, there))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("below the home directory");
    }

    @Test
    void aFolderBelowTheHomeIsComparedUnlessThereIsNothingToCopy() {
        LocalFolder folder = folder(List.of(), entry("x", Kind.FILE));
        assertThatCode(() -> FolderUpload.checkDeletion(folder, "work/data")).doesNotThrowAnyException();
        assertThatCode(() -> FolderUpload.checkDeletion(folder, "/home/me/work"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> FolderUpload.checkDeletion(folder(List.of(), entry("d", Kind.FOLDER)), "work"))
                .hasMessageContaining("no files to copy");
    }

    @Test
    void filesLeftOutHereStayThereWithEverythingBelow() {
        LocalFolder folder = folder(List.of("link", "d/pipe"), entry("d", Kind.FOLDER), entry("d/x", Kind.FILE));
        assertThat(FolderUpload.surplus(
                        folder,
                        IgnoreRules.parse(List.of("*.tmp")),
                        Set.of("link/a", "link/b/c", "d/pipe", "d/x", "d/old", "linked", "a.tmp")))
                .containsExactlyInAnyOrder("d/old", "linked");
    }

    @Test
    void theScriptThatDeletesSparesTheHomeByAnyName() throws IOException, InterruptedException {
        Path folder = Files.createDirectories(home.resolve("work"));
        Files.createSymbolicLink(folder.resolve("round"), home);
        for (String there : List.of(".", "work/round", home.toString(), "/")) {
            Files.writeString(home.resolve("x"), "x");
            assertThat(delete(there)).isOne();
            assertThat(home.resolve("x")).exists();
        }
        Files.writeString(folder.resolve("x"), "x");
        assertThat(delete("work")).isZero();
        assertThat(folder.resolve("x")).doesNotExist();
        assertThat(home.resolve("x")).exists();
    }

    private int delete(String there) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(FolderUpload.DELETE);
        command.add(there);
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().put("HOME", home.toString());
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Path names = Files.writeString(home.resolve("names"), "x\0");
        return builder.redirectInput(names.toFile()).start().waitFor();
    }
}
