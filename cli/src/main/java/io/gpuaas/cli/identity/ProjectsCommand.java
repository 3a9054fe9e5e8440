package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.CreateProject;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.UpdateProject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "projects",
        description = "List, create, show, rename and delete the projects of a tenant.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas projects list",
            "  gpuaas projects list --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas projects create vision --name Vision --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas projects show 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas projects update 0198c0de-0000-7000-8000-000000000002 --name \"Computer vision\"",
            "  gpuaas projects delete 0198c0de-0000-7000-8000-000000000002",
        })
final class ProjectsCommand {

    private static final String ID = "The project's id.";

    private final Session session;

    ProjectsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List a tenant's projects, newest first.")
    void list(@Mixin TheTenant of, @Mixin Paging paging) {
        GpuaasClient client = session.connect();
        TenantId tenantId = of.choose(client);
        paging.print(
                session.output(),
                page -> client.identity().listProjects(tenantId, page),
                "id",
                "slug",
                "name",
                "created_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a project in a tenant.")
    void create(
            @Parameters(paramLabel = "SLUG", description = "Short name: lower case, unique in the tenant.") String slug,
            @Mixin TheTenant of,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Display name.") String name,
            @Mixin Once once) {
        CreateProject project = new CreateProject(slug, name);
        GpuaasClient client = session.connect();
        session.output().one(client.identity().createProject(of.choose(client), project, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a project.")
    void show(@Parameters(paramLabel = "PROJECT", description = ID) ProjectId projectId) {
        session.output().one(session.connect().identity().getProject(projectId));
    }

    @Command(mixinStandardHelpOptions = true, description = "Rename a project.")
    void update(
            @Parameters(paramLabel = "PROJECT", description = ID) ProjectId projectId,
            @Option(names = "--name", required = true, paramLabel = "NAME", description = "Display name.") String name,
            @Mixin Once once) {
        UpdateProject update = new UpdateProject(name);
        session.output().one(session.connect().identity().updateProject(projectId, update, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Delete an empty project.")
    void delete(
            @Parameters(paramLabel = "PROJECT", description = ID) ProjectId projectId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Delete project " + projectId + "?");
        session.output().one(session.connect().identity().deleteProject(projectId, once.key()));
    }
}
