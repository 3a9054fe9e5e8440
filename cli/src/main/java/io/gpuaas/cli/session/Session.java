package io.gpuaas.cli.session;

import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.output.Terminal;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.signin.Credentials;
import io.gpuaas.sdk.signin.Preferences;
import io.gpuaas.sdk.signin.ProfileName;
import io.gpuaas.sdk.signin.Profiles;
import io.gpuaas.sdk.signin.SignIn;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Determines a command's server, token and output format. Options take precedence over environment variables, which
 * take precedence over files. A token is only ever sent to the server it belongs to.
 */
public final class Session implements AutoCloseable {

    private final Surroundings surroundings;
    private final GlobalOptions options;
    private final Profiles profiles;
    private final SignIn signIn;
    private final LocalInstallation local;
    private @Nullable GpuaasClient client;
    private @Nullable GpuaasClient anonymous;

    public Session(Surroundings surroundings, GlobalOptions options) {
        this.surroundings = surroundings;
        this.options = options;
        this.profiles = Profiles.of(surroundings.environment());
        this.signIn = new SignIn(profiles, surroundings.clock());
        this.local = new LocalInstallation(surroundings.checkout());
    }

    /** The client of this command, created once because setting it up is slow. */
    public GpuaasClient connect() {
        if (client == null) {
            URI server = server();
            client = GpuaasClient.connect(server, new LastingToken(() -> token(server), surroundings.clock()));
        }
        return client;
    }

    public GpuaasClient connectAnonymously() {
        if (anonymous == null) {
            anonymous = GpuaasClient.connectAnonymously(server());
        }
        return anonymous;
    }

    @Override
    public void close() {
        Stream.of(client, anonymous).filter(Objects::nonNull).forEach(GpuaasClient::close);
    }

    public Output output() {
        return new Output(terminal().out(), terminal().err(), options.output);
    }

    /** Writes to a file that must not exist yet, or to standard output. */
    public void save(InputStream bytes, @Nullable Path file) throws IOException {
        if (file == null) {
            bytes.transferTo(terminal().foreignText());
            return;
        }
        Path target = surroundings.here().resolve(file);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        try (PartFile part = PartFile.of(target)) {
            try (OutputStream output = part.open()) {
                bytes.transferTo(output);
            }
            part.keep();
        }
    }

    /** The options that let another run of this program use the same server and sign-in. */
    public List<String> repeatedOptions() {
        List<String> repeated = new ArrayList<>(List.of("--server", server().toString()));
        if (options.profile != null) {
            repeated.addAll(List.of("--profile", options.profile.toString()));
        }
        return repeated;
    }

    public Surroundings surroundings() {
        return surroundings;
    }

    public Terminal terminal() {
        return surroundings.terminal();
    }

    public SignIn signIn() {
        return signIn;
    }

    public Profiles profiles() {
        return profiles;
    }

    public ProfileName profile() {
        return options.profile != null
                ? options.profile
                : surroundings
                        .variable("GPUAAS_PROFILE")
                        .or(() -> Optional.ofNullable(profiles.preferences().profile()))
                        .map(ProfileName::new)
                        .orElse(ProfileName.STANDARD);
    }

    /** Returns the tenant and project of commands that name none. */
    public Preferences.Place place() {
        Preferences.Place chosen = profiles.preferences().place(profile());
        return new Preferences.Place(
                variable("GPUAAS_TENANT", "a tenant's id", TenantId::parse).orElse(chosen.tenantId()),
                variable("GPUAAS_PROJECT", "a project's id", ProjectId::parse).orElse(chosen.projectId()));
    }

    private <T> Optional<T> variable(String name, String expected, Function<String, T> parse) {
        return surroundings.variable(name).map(text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("'" + text + "' in " + name + " is not " + expected + ".", e);
            }
        });
    }

    public URI server() {
        if (options.server != null) {
            return options.server;
        }
        Optional<URI> ofProfile = profiles.find(profile()).map(Credentials::server);
        Optional<URI> ofVariable = variable("GPUAAS_SERVER", "an address", URI::create);
        return (options.profile == null ? ofVariable.or(() -> ofProfile) : ofProfile.or(() -> ofVariable))
                .orElseGet(local::server);
    }

    private String token(URI server) {
        Optional<String> ofVariable =
                options.profile == null ? surroundings.variable("GPUAAS_TOKEN") : Optional.empty();
        return ofVariable
                .or(() -> profiles.find(profile())
                        .filter(held -> held.isFor(server))
                        .map(held -> signIn.accessToken(profile())))
                .or(() -> profile().equals(ProfileName.STANDARD) ? ofLocal(server) : Optional.empty())
                .orElseThrow(() -> new IllegalArgumentException(notSignedIn(server)));
    }

    /** The token in the folder belongs to the local server and must not be sent to another one. */
    private Optional<String> ofLocal(URI server) {
        return Credentials.ofToken(server, "").isFor(local.server()) ? local.findFirstToken() : Optional.empty();
    }

    private String notSignedIn(URI server) {
        return profiles.find(profile())
                .map(held -> "Profile " + profile() + " is signed in to " + held.server() + ", not to " + server
                        + ". Sign in with gpuaas login --profile NAME --server " + server + ".")
                .orElseGet(() -> "You are not signed in to " + server + " (profile " + profile()
                        + "). Sign in with gpuaas login, or set GPUAAS_TOKEN.");
    }
}
