package io.gpuaas.controlplane.joining;

import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.nodes.NodeServerUrl;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.kernel.ReleaseVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * The script that a host runs to join. It is made once, so that everybody gets the bytes whose digest stands in the
 * line.
 */
@Component
class JoinScript {

    static final String PATH = "/join";
    static final String FILE = "gpuaas-join.sh";

    private static final Pattern PLACE = Pattern.compile("@([A-Z0-9_]+)@");

    /** Accepts text that may stand between single quotes of the script: nothing a shell could take for more than text. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9 \\n.,:;/+~=_\\[\\]-]*");

    private static final int RELEASE_KEYS_BYTES_MAX = 64 * 1024;

    private final AgentPackages packages;
    private final PublicUrl publicUrl;
    private final NodeServerUrl nodeServer;
    private final CertificateAuthority authority;
    private final @Nullable String releaseKeysFile;
    private @Nullable Made made;

    JoinScript(
            AgentPackages packages,
            PublicUrl publicUrl,
            NodeServerUrl nodeServer,
            CertificateAuthority authority,
            GpuaasProperties properties) {
        this.packages = packages;
        this.publicUrl = publicUrl;
        this.nodeServer = nodeServer;
        this.authority = authority;
        this.releaseKeysFile = properties.nodes().releaseKeysFile();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Made(byte[] bytes, String sha256) {}

    /** Empty when there is no archive to install from. */
    synchronized Optional<Made> find() {
        Made known = made;
        if (known == null && !archives().isEmpty()) {
            byte[] bytes = render().getBytes(StandardCharsets.UTF_8);
            known = new Made(bytes, Digests.hexSha256(bytes));
            made = known;
        }
        return Optional.ofNullable(known);
    }

    String url() {
        return publicUrl.external() + PATH;
    }

    /** Downloads, checks and runs the script; nothing of it runs unless it is the one whose digest the line has. */
    String line(Made script) {
        return "curl -fsSL " + url() + " -o " + FILE + " && echo \"" + script.sha256() + "  " + FILE
                + "\" | sha256sum -c - && sh " + FILE;
    }

    String authoritySha256() {
        try {
            return Digests.hexSha256(authority.root().getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    /** Those of the highest version: a host is not offered an older one because it is of another architecture. */
    private List<AgentPackages.Entry> archives() {
        List<AgentPackages.Entry> all = packages.list().stream()
                .filter(one -> one.kind() == AgentPackages.Kind.ARCHIVE)
                .toList();
        Optional<ReleaseVersion> newest =
                all.stream().map(AgentPackages.Entry::version).max(Comparator.naturalOrder());
        return all.stream()
                .filter(one -> newest.filter(one.version()::equals).isPresent())
                .toList();
    }

    private String render() {
        List<AgentPackages.Entry> archives = archives();
        Map<String, String> values = Map.of(
                "SERVER_URL", publicUrl.external(),
                "NODE_SERVER", nodeServer.value(),
                "AUTHORITY_SHA256", authoritySha256(),
                "VERSION", archives.getFirst().version().text(),
                "RELEASE_KEYS", releaseKeys(),
                "ARCHIVES",
                        archives.stream()
                                .map(one -> String.join(
                                        " ", one.architecture(), one.name(), one.sha256(), Long.toString(one.bytes())))
                                .collect(Collectors.joining("\n")));
        return PLACE.matcher(template()).replaceAll(place -> Matcher.quoteReplacement(plain(values, place.group(1))));
    }

    private static String plain(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null || !PLAIN.matcher(value).matches()) {
            throw new IllegalStateException("the join script cannot have as " + name + ": " + value);
        }
        return value;
    }

    private static String template() {
        try {
            return new ClassPathResource("join/join.sh").getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the program has no join script", e);
        }
    }

    /** The file that must lie beside every agent, so that hosts that join this way take updates. */
    private String releaseKeys() {
        if (releaseKeysFile == null || releaseKeysFile.isBlank()) {
            return "";
        }
        try {
            byte[] bytes = Files.readAllBytes(Path.of(releaseKeysFile));
            if (bytes.length > RELEASE_KEYS_BYTES_MAX) {
                throw new IllegalStateException(releaseKeysFile + " is too large for the join script");
            }
            return Base64.getEncoder().encodeToString(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + releaseKeysFile, e);
        }
    }
}
