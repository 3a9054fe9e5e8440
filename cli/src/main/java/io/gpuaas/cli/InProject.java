package io.gpuaas.cli;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Grant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The project a command is about: named, from the environment, or the only one the caller has a role in. */
final class InProject {

    private static final String VARIABLE = "GPUAAS_PROJECT";

    @Option(
            names = "--project",
            paramLabel = "PROJECT",
            description = "In this project (standard: " + VARIABLE + ", or the only one you have a role in).")
    @Nullable ProjectId given;

    ProjectId choose(Session session) {
        if (given != null) {
            return given;
        }
        return session.surroundings().variable(VARIABLE).map(ProjectId::parse).orElseGet(() -> only(session));
    }

    private static ProjectId only(Session session) {
        List<ProjectId> projects = session.connect().identity().getMe().grants().stream()
                .map(Grant::projectId)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (projects.size() != 1) {
            throw new IllegalArgumentException("Say which project: --project PROJECT, or " + VARIABLE + ".");
        }
        return projects.getFirst();
    }
}
