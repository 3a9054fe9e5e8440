package io.gpuaas.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.cli.command.LocalFolder.Entry;
import io.gpuaas.cli.command.LocalFolder.Kind;
import io.gpuaas.cli.command.LocalFolder.Limits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against the tar of this machine, both ways. */
class TarTest {

    private static final Limits LIMITS = new Limits(100, 1_000_000);
    private static final String LONG = "a-name-of-forty-characters-or-rather-more/".repeat(4) + "é.txt";

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    TarTest() {}

    private void tar(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("tar"));
        command.addAll(List.of(options));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private static Entry file(String path, int size) {
        return new Entry(path, Kind.FILE, size, 1_700_000_000, 0750, null);
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void tarUnpacksWhatIsWritten() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TarWriter tar = new TarWriter(out);
        tar.addFolder(new Entry("data", Kind.FOLDER, 0, 1_700_000_000, 0755, null));
        assertThat(tar.addFile(file("data/x", 5), text("hello"))).isTrue();
        assertThat(tar.addFile(file(LONG, 513), text("y".repeat(513)))).isTrue();
        assertThat(tar.addFile(file("shorter", 600), text("z"))).isFalse();
        tar.addLink(new Entry("link", Kind.LINK, 0, 1_700_000_000, 0777, LONG));
        tar.finish();
        Path archive = Files.write(folder.resolve("a.tar"), out.toByteArray());
        Path there = Files.createDirectory(folder.resolve("there"));
        tar("-xf", archive.toString(), "-C", there.toString());
        assertThat(there.resolve("data/x")).hasContent("hello");
        assertThat(Files.getLastModifiedTime(there.resolve("data/x")).toMillis())
                .isEqualTo(1_700_000_000_000L);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(there.resolve("data/x"))))
                .isEqualTo("rwxr-x---");
        assertThat(there.resolve(LONG)).hasContent("y".repeat(513));
        assertThat(Files.readSymbolicLink(there.resolve("link"))).isEqualTo(Path.of(LONG));
        assertThat(Files.size(there.resolve("shorter"))).isEqualTo(600);
    }

    @Test
    void whatTarPackedIsUnpackedWithoutLinksThatLeadOut() throws Exception {
        Path here = Files.createDirectories(folder.resolve("here"));
        Files.createDirectories(here.resolve(LONG).getParent());
        Files.writeString(here.resolve(LONG), "content");
        Files.createSymbolicLink(here.resolve("inside"), Path.of(LONG));
        Files.createSymbolicLink(here.resolve("out"), Path.of("../secret"));
        Path archive = folder.resolve("a.tar");
        tar("--format=gnu", "-cf", archive.toString(), "-C", here.toString(), ".");
        Path there = folder.resolve("there");
        TarReader.Unpacked unpacked;
        try (InputStream in = Files.newInputStream(archive)) {
            unpacked = new TarReader(in, there, LIMITS).unpack();
        }
        assertThat(there.resolve("inside")).hasContent("content");
        assertThat(Files.isSymbolicLink(there.resolve("out"))).isFalse();
        assertThat(unpacked.leftOut()).isOne();
    }

    @Test
    void nothingIsWrittenOutsideTheFolder() throws IOException {
        assertThatThrownBy(() -> unpack(file("../x", 1))).hasMessageContaining("outside");
        Path there = Files.createDirectories(folder.resolve("there"));
        Files.createSymbolicLink(there.resolve("link"), folder);
        assertThatThrownBy(() -> unpack(file("link/x", 1))).hasMessageContaining("not a folder");
        assertThat(folder.resolve("x")).doesNotExist();
        assertThatThrownBy(() -> unpack(file("large", 2_000_000))).hasMessageContaining("more than");
    }

    private void unpack(Entry entry) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TarWriter tar = new TarWriter(out);
        tar.addFile(entry, text("x"));
        tar.finish();
        new TarReader(new ByteArrayInputStream(out.toByteArray()), folder.resolve("there"), LIMITS).unpack();
    }

    @Test
    void anArchiveThatEndsEarlyIsRefused() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TarWriter(out).addFile(file("x", 5), text("hello"));
        assertThatThrownBy(() -> new TarReader(
                                new ByteArrayInputStream(out.toByteArray()), folder.resolve("there"), LIMITS)
                        .unpack())
                .hasMessageContaining("not complete");
    }
}
