package io.gpuaas.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Tells a command which tenant and project its profile is about. Only once all words are read: which profile is meant
 * may be said in the last one.
 */
final class Standards {

    private Standards() {}

    static void fill(ParseResult parsed, Session session) {
        parsed.asCommandLineList().stream()
                .flatMap(command -> command.getCommandSpec().mixins().values().stream())
                .map(CommandSpec::userObject)
                .forEach(mixin -> {
                    // A switch over types costs a short command more than all its words.
                    if (mixin instanceof TheProject project) {
                        project.preferred = session.place().projectId();
                    } else if (mixin instanceof TheTenant tenant) {
                        tenant.preferred = session.place().tenantId();
                    }
                });
    }
}
