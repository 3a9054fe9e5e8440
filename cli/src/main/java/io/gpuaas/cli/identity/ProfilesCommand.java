package io.gpuaas.cli.identity;

import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.signin.Credentials;
import io.gpuaas.sdk.signin.Preferences;
import io.gpuaas.sdk.signin.ProfileName;
import io.gpuaas.sdk.signin.Profiles;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "profiles",
        description = "Manage profiles; each holds a sign-in with a default tenant and project.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas profiles list",
            "  gpuaas profiles show",
            "  gpuaas profiles use work",
            "  gpuaas profiles set --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas profiles set --profile work --clear",
        })
final class ProfilesCommand {

    private static final Table<Map<String, Object>> TABLE = Table.<Map<String, Object>>of(
                    "profile", one -> one.get("profile"))
            .and("server", one -> one.get("server"))
            .and("tenant", one -> one.get("tenant_id"))
            .and("project", one -> one.get("project_id"))
            .and("in use", one -> Boolean.TRUE.equals(one.get("in_use")) ? "yes" : "");

    private final Session session;

    ProfilesCommand(Session session) {
        this.session = session;
    }

    private Profiles profiles() {
        return session.profiles();
    }

    @Command(mixinStandardHelpOptions = true, description = "List your profiles on this machine.")
    void list() {
        session.output().list(profiles().list().stream().map(this::line).iterator(), TABLE);
    }

    @Command(mixinStandardHelpOptions = true, description = "Show the current profile.")
    void show() {
        session.output().one(line(session.profile()));
    }

    private Map<String, Object> line(ProfileName name) {
        Preferences.Place place = profiles().preferences().place(name);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("profile", name.value());
        profiles().find(name).map(Credentials::server).ifPresent(server -> line.put("server", server));
        if (place.tenantId() != null) {
            line.put("tenant_id", place.tenantId());
        }
        if (place.projectId() != null) {
            line.put("project_id", place.projectId());
        }
        line.put("in_use", name.equals(session.profile()));
        return line;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Make a profile the current one, used unless --profile is given.")
    void use(@Parameters(paramLabel = "NAME", description = "The profile's name, as listed.") ProfileName name) {
        if (profiles().find(name).isEmpty()) {
            throw new IllegalArgumentException(
                    "Profile " + name + " not found. Create it with gpuaas login --profile " + name + ".");
        }
        profiles().prefer(preferences -> preferences.using(name));
        session.output().note("Now using profile " + name + ".");
    }

    @Command(mixinStandardHelpOptions = true, description = "Set the profile's default tenant and project.")
    void set(
            @Option(names = "--tenant", paramLabel = "TENANT", description = "The tenant's id.") @Nullable TenantId tenant,
            @Option(names = "--project", paramLabel = "PROJECT", description = "The project's id.") @Nullable ProjectId project,
            @Option(names = "--clear", description = "Clear both first.") boolean clear) {
        if (tenant == null && project == null && !clear) {
            throw new IllegalArgumentException("Specify at least one of --tenant, --project and --clear.");
        }
        ProfileName name = session.profile();
        profiles().prefer(preferences -> {
            Preferences.Place now = clear ? Preferences.Place.NONE : preferences.place(name);
            return preferences.with(
                    name,
                    new Preferences.Place(
                            tenant == null ? now.tenantId() : tenant, project == null ? now.projectId() : project));
        });
        show();
    }
}
