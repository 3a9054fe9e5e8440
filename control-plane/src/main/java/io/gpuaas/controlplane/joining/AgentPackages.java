package io.gpuaas.controlplane.joining;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.kernel.ReleaseVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The packages of the agent that hosts download. They are read once, when they are first asked for: the join script names
 * their digests, so other packages need another script and with it a restart.
 */
@Component
class AgentPackages {

    static final int PACKAGES_MAX = 8;
    static final long BYTES_MAX = 200L * 1024 * 1024;

    private static final int ENTRIES_MAX = 100;

    private static final Pattern NAME = Pattern.compile(
            "gpuaas-agent-([0-9.]{1,40}(?:-[A-Za-z0-9.]{1,30})?)-linux-(x86_64|aarch64)\\.(tar\\.gz|deb)");

    private static final Logger log = LoggerFactory.getLogger(AgentPackages.class);

    private final Path folder;
    private List<Entry> known = List.of();

    @Autowired
    AgentPackages(GpuaasProperties properties) {
        this(folder(properties));
    }

    AgentPackages(Path folder) {
        this.folder = folder;
    }

    enum Kind {
        ARCHIVE,
        DEB
    }

    record Entry(
            String name,
            ReleaseVersion version,
            String architecture,
            Kind kind,
            long bytes,
            String sha256,
            Path file) {}

    private static Path folder(GpuaasProperties properties) {
        String set = properties.nodes().packagesFolder();
        return set == null || set.isBlank() ? properties.dataDir().resolve("agent-packages") : Path.of(set);
    }

    /** By name; empty when there are none, which is looked up again at the next call. */
    synchronized List<Entry> list() {
        if (known.isEmpty()) {
            known = read();
        }
        return known;
    }

    private List<Entry> read() {
        List<Entry> found = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        int entries = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (++entries > ENTRIES_MAX || found.size() >= PACKAGES_MAX) {
                    log.atWarn()
                            .addKeyValue("folder", folder)
                            .log("too many files beside the agent packages; ignored the rest");
                    break;
                }
                if (name.matches() && isUsable(file, name.group(1))) {
                    found.add(new Entry(
                            name.group(),
                            new ReleaseVersion(name.group(1)),
                            name.group(2),
                            name.group(3).equals("deb") ? Kind.DEB : Kind.ARCHIVE,
                            Files.size(file),
                            sha256(file),
                            file));
                }
            }
        } catch (IOException e) {
            log.atWarn().setCause(e).addKeyValue("folder", folder).log("could not read the agent packages");
            return List.of();
        }
        found.sort(Comparator.comparing(Entry::name));
        return List.copyOf(found);
    }

    private static boolean isUsable(Path file, String version) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > BYTES_MAX) {
            return ignore(file, "not a regular file, or too large");
        }
        try {
            ReleaseVersion.requireForm(version);
            return true;
        } catch (IllegalArgumentException e) {
            return ignore(file, "its version is not one of an agent");
        }
    }

    private static boolean ignore(Path file, String reason) {
        log.atWarn().addKeyValue("file", file).addKeyValue("reason", reason).log("ignored an agent package");
        return false;
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                DigestOutputStream digest =
                        new DigestOutputStream(OutputStream.nullOutputStream(), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(digest);
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
