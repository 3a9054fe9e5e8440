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
import java.util.Arrays;
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
    void anArchiveOfTarIsUnpackedWithoutLinksThatLeadOut() throws Exception {
        Path here = Files.createDirectories(folder.resolve("here"));
        Files.createDirectories(here.resolve(LONG).getParent());
        Files.writeString(here.resolve(LONG), "content");
        Files.createSymbolicLink(here.resolve("inside"), Path.of(LONG));
        Files.createSymbolicLink(here.resolve("out"), Path.of("../secret"));
        Path archive = folder.resolve("a.tar");
        tar("--format=gnu", "-cf", archive.toString(), "-C", here.toString(), ".");
        Path there = folder.resolve("there");
        TarReader.Unpacked outcome = unpacked(archive, there);
        assertThat(there.resolve("inside")).hasContent("content");
        assertThat(Files.isSymbolicLink(there.resolve("out"))).isFalse();
        assertThat(outcome.leftOut()).isOne();
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

    @Test
    void hardLinksAreCopiedAndOthersCannotWriteWhatIsUnpacked() throws Exception {
        Path here = Files.createDirectories(folder.resolve("here"));
        Files.writeString(here.resolve("a"), "content");
        Files.createLink(here.resolve("b"), here.resolve("a"));
        Files.setPosixFilePermissions(here.resolve("a"), PosixFilePermissions.fromString("rwxrwxrwx"));
        Path archive = folder.resolve("a.tar");
        Path there = folder.resolve("there");
        tar("--format=gnu", "--hard-dereference", "-cf", archive.toString(), "-C", here.toString(), ".");
        assertThat(unpacked(archive, there).leftOut()).isZero();
        assertThat(there.resolve("a")).hasContent("content");
        assertThat(there.resolve("b")).hasContent("content");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(there.resolve("a"))))
                .isEqualTo("rwxr-xr-x");
        tar("--format=gnu", "-cf", archive.toString(), "-C", here.toString(), ".");
        assertThat(unpacked(archive, there).leftOutNames()).hasSize(1).isSubsetOf("a", "b");
    }

    private static TarReader.Unpacked unpacked(Path archive, Path into) throws IOException {
        try (InputStream in = Files.newInputStream(archive)) {
            return new TarReader(in, into, LIMITS).unpack();
        }
    }

    @Test
    void sizesThatOverflowEndlessNamesAndEndlessEndsAreRefused() throws IOException {
        ByteArrayOutputStream sum = new ByteArrayOutputStream();
        TarWriter tar = new TarWriter(sum);
        tar.addFile(file("x", 1), text("x"));
        tar.addFolder(new Entry("huge", Kind.FOLDER, Long.MAX_VALUE, 0, 0755, null));
        assertThatThrownBy(() -> unpack(sum.toByteArray())).hasMessageContaining("more than");

        ByteArrayOutputStream names = new ByteArrayOutputStream();
        new TarWriter(names).addFolder(new Entry("n".repeat(101), Kind.FOLDER, 0, 0, 0755, null));
        byte[] longName = Arrays.copyOf(names.toByteArray(), 1024);
        names.reset();
        for (int i = 0; i <= 3 * LIMITS.files(); i++) {
            names.write(longName);
        }
        assertThatThrownBy(() -> unpack(names.toByteArray())).hasMessageContaining("more than");

        assertThatThrownBy(() -> unpack(new byte[2_000_000])).hasMessageContaining("goes on");
    }

    private void unpack(byte[] archive) throws IOException {
        new TarReader(new ByteArrayInputStream(archive), folder.resolve("there"), LIMITS).unpack();
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
