package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.ProjectId;
import java.util.Optional;

/** Lets another domain report what it keeps in a project. A project with something left is not deleted. */
public interface ProjectContents {

    /** Names what is left, for people ("3 allocations"); empty when nothing is. Asked in the deleting transaction. */
    Optional<String> whatIsLeft(ProjectId project);
}
