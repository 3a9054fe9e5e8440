package io.gpuaas.cli.identity;

import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.Grant;
import io.gpuaas.sdk.Me;
import io.gpuaas.sdk.signin.Preferences;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
        name = "whoami",
        mixinStandardHelpOptions = true,
        description = "Show your account, server, roles, and default tenant and project.",
        footerHeading = "%nExamples:%n",
        footer = {"  gpuaas whoami", "  gpuaas whoami --profile work --output yaml"})
final class WhoamiCommand implements Runnable {

    private final Session session;

    WhoamiCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        Me me = session.connect().identity().getMe();
        session.output().page(me, () -> lines(me));
    }

    private List<String> lines(Me me) {
        List<String> lines = new ArrayList<>();
        lines.add(Words.printable(me.displayName()) + " (" + me.kind().wire().replace('_', ' ') + " "
                + Words.printable(me.principalId()) + ")");
        lines.add("  server   " + session.server());
        lines.add("  profile  " + session.profile());
        Preferences.Place place = session.place();
        if (place.tenantId() != null) {
            lines.add("  tenant   " + place.tenantId());
        }
        if (place.projectId() != null) {
            lines.add("  project  " + place.projectId());
        }
        me.grants().forEach(grant -> lines.add("  role     " + role(grant)));
        return lines;
    }

    private static String role(Grant grant) {
        String role = Words.printable(grant.role());
        if (grant.projectId() != null) {
            return role + " in project " + grant.projectId();
        }
        return grant.tenantId() == null ? role : role + " in tenant " + grant.tenantId();
    }
}
