package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.InputFile;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.sdk.AgentRelease;
import io.gpuaas.sdk.CreateAgentRelease;
import io.gpuaas.sdk.ReleaseSignature;
import io.gpuaas.sdk.UpdatesApi;
import io.gpuaas.sdk.UploadAgentReleasePart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "releases",
        description = "Sign releases of the node agent offline and register them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas releases keygen --key-id ada --out ada.key",
            "  gpuaas releases draft gpuaas-agent.jar --days 90 --out agent.release",
            "  gpuaas releases sign agent.release --key-id ada --key ada.key",
            "  gpuaas releases create agent.release gpuaas-agent.jar",
            "  gpuaas releases list",
            "  gpuaas releases show 0198c0de-0000-7000-8000-000000000009",
        })
final class ReleasesCommand {

    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Session session;

    ReleasesCommand(Session session) {
        this.session = session;
    }

    private UpdatesApi updates() {
        return session.connect().updates();
    }

    private Path file(String name) {
        return session.surroundings().here().resolve(name);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Generate a release key and print its public half in the format of release-keys.json.")
    void keygen(
            @Option(names = "--key-id", required = true, paramLabel = "NAME", description = "The key's name.")
                    String keyId,
            @Option(
                            names = "--out",
                            required = true,
                            paramLabel = "FILE",
                            description = "File to write the private key to; it must not exist yet.")
                    String out)
            throws IOException, GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Path file = Files.createFile(
                file(out), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                file,
                "-----BEGIN PRIVATE KEY-----\n"
                        + LINES.encodeToString(pair.getPrivate().getEncoded())
                        + "\n-----END PRIVATE KEY-----\n",
                StandardOpenOption.WRITE);
        session.terminal()
                .out()
                .println("{\"key_id\":\"" + keyId + "\",\"public_key\":\""
                        + Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()) + "\"}");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create an unsigned release from a program.")
    void draft(
            @Parameters(paramLabel = "JAR", description = "The agent's JAR file; its manifest holds the version.")
                    String jar,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "90",
                            description = "Number of days for which nodes accept the release (default: 90).")
                    int days,
            @Option(
                            names = "--out",
                            required = true,
                            paramLabel = "FILE",
                            description = "File to write the release to.")
                    String out)
            throws IOException {
        ReleaseFile draft = ReleaseFile.draft(
                file(jar),
                session.surroundings()
                        .clock()
                        .instant()
                        .plus(Duration.ofDays(days))
                        .truncatedTo(ChronoUnit.SECONDS));
        draft.write(file(out));
        session.terminal().out().println(draft.manifest());
    }

    @Command(mixinStandardHelpOptions = true, description = "Sign a release and show what was signed.")
    void sign(
            @Parameters(
                            paramLabel = "FILE",
                            description = "Release file written by draft; the signature is added to it.")
                    String name,
            @Option(names = "--key-id", required = true, paramLabel = "NAME", description = "The key's name.")
                    String keyId,
            @Option(names = "--key", required = true, paramLabel = "FILE", description = "File with the private key.")
                    InputFile key)
            throws IOException, GeneralSecurityException {
        ReleaseFile release =
                ReleaseFile.read(file(name)).signed(keyId, ReleaseFile.privateKey(key.read(session.surroundings())));
        release.write(file(name));
        session.terminal().out().println(release.manifest());
    }

    @Command(mixinStandardHelpOptions = true, description = "Register a signed release and upload its program.")
    void create(
            @Parameters(paramLabel = "FILE", description = "Signed release file.") String name,
            @Parameters(paramLabel = "JAR", description = "The agent's JAR file.") String jar,
            @Mixin Once once)
            throws IOException {
        ReleaseFile release = ReleaseFile.read(file(name));
        UpdatesApi updates = updates();
        AgentRelease made = updates.createAgentRelease(
                new CreateAgentRelease(
                        release.base64(),
                        release.signatures().stream()
                                .map(signed -> new ReleaseSignature(signed.keyId(), signed.signature()))
                                .toList()),
                once.key());
        try (InputStream in = Files.newInputStream(file(jar))) {
            for (int number = 0; number < made.parts(); number++) {
                byte[] part = in.readNBytes(made.partBytes());
                made = updates.uploadAgentReleasePart(
                        made.id(),
                        new UploadAgentReleasePart(number, Base64.getEncoder().encodeToString(part)));
            }
        }
        session.output().one(made);
    }

    @Command(mixinStandardHelpOptions = true, description = "List releases, newest first.")
    void list(@Mixin Paging paging) {
        UpdatesApi updates = updates();
        paging.print(
                session.output(), updates::listAgentReleases, "id", "version", "state", "size_bytes", "expires_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a release.")
    void show(@Parameters(paramLabel = "RELEASE", description = "The release's id, as listed.") AgentReleaseId id) {
        session.output().one(updates().getAgentRelease(id));
    }
}
