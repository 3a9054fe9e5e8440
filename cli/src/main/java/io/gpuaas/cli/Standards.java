package io.gpuaas.cli;

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
                .forEach(mixin -> {
                    switch (mixin.userObject()) {
                        case TheProject project ->
                            project.preferred = session.place().projectId();
                        case TheTenant tenant ->
                            tenant.preferred = session.place().tenantId();
                        case null, default -> {}
                    }
                });
    }
}
