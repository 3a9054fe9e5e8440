package io.gpuaas.cli.options;

import io.gpuaas.cli.session.Session;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Fills in the default tenant and project of the profile. Runs after all arguments are parsed, since the last of them
 * may name the profile.
 */
public final class Defaults {

    private Defaults() {}

    public static void fill(ParseResult parsed, Session session) {
        parsed.asCommandLineList().stream()
                .flatMap(command -> command.getCommandSpec().mixins().values().stream())
                .map(CommandSpec::userObject)
                .forEach(mixin -> {
                    // A pattern switch would take longer to set up than parsing the arguments of a short command.
                    if (mixin instanceof TheProject project) {
                        project.preferred = session.place().projectId();
                    } else if (mixin instanceof TheTenant tenant) {
                        tenant.preferred = session.place().tenantId();
                    }
                });
    }
}
