package io.gpuaas.cli;

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
        description = "Shows and chooses profiles: a sign-in each, with the tenant and project its commands are about.",
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

    @Command(mixinStandardHelpOptions = true, description = "Lists the profiles of this machine's user.")
    void list() {
        session.output().list(profiles().list().stream().map(this::line).iterator(), TABLE);
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows the profile that commands use now.")
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

    @Command(mixinStandardHelpOptions = true, description = "Uses a profile from now on, unless --profile names one.")
    void use(@Parameters(paramLabel = "NAME", description = "The profile's name, as listed.") ProfileName name) {
        if (profiles().find(name).isEmpty()) {
            throw new IllegalArgumentException(
                    "There is no profile " + name + ": gpuaas login --profile " + name + " makes it.");
        }
        profiles().prefer(preferences -> preferences.using(name));
        session.output().note("Commands use profile " + name + " from now on.");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Says which tenant and project the profile's commands are about when none is named.")
    void set(
            @Option(names = "--tenant", paramLabel = "TENANT", description = "The tenant's id.") @Nullable TenantId tenant,
            @Option(names = "--project", paramLabel = "PROJECT", description = "The project's id.") @Nullable ProjectId project,
            @Option(names = "--clear", description = "Forget both first.") boolean clear) {
        if (tenant == null && project == null && !clear) {
            throw new IllegalArgumentException("Say what to set: --tenant, --project or --clear.");
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
