package io.gpuaas.cli.identity;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Place;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.Member;
import io.gpuaas.sdk.MemberPage;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.ProjectRole;
import io.gpuaas.sdk.SetProjectMember;
import io.gpuaas.sdk.SetTenantMember;
import io.gpuaas.sdk.TenancyApi;
import io.gpuaas.sdk.TenantRole;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "members",
        description = "List and change the members of a tenant or project and their roles.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas members list --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas members set 0198c0de-0000-7000-8000-000000000003 --role project_member \\",
            "      --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas members remove 0198c0de-0000-7000-8000-000000000003 \\",
            "      --tenant 0198c0de-0000-7000-8000-000000000001",
        })
final class MembersCommand {

    private static final String PRINCIPAL = "The person's id.";

    private final Session session;

    MembersCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List the members of a tenant or project.")
    void list(@Mixin Place place, @Mixin Paging paging) {
        Function<PageRequest, MemberPage> list = place.choose(new Within<>() {
            @Override
            public Function<PageRequest, MemberPage> tenant(TenantId tenantId) {
                return page -> session.connect().tenancy().listTenantMembers(tenantId, page);
            }

            @Override
            public Function<PageRequest, MemberPage> project(ProjectId projectId) {
                return page -> session.connect().tenancy().listProjectMembers(projectId, page);
            }
        });
        paging.print(session.output(), list, "principal_id", "kind", "display_name", "role");
    }

    @Command(mixinStandardHelpOptions = true, description = "Set a person's role, replacing the current one.")
    void set(
            @Parameters(paramLabel = "PRINCIPAL", description = PRINCIPAL) PrincipalId principalId,
            @Option(
                            names = "--role",
                            required = true,
                            paramLabel = "ROLE",
                            description =
                                    "Role: in a tenant, tenant_owner, tenant_admin or tenant_billing; in a project, "
                                            + "project_admin, project_member or project_viewer.")
                    String role,
            @Mixin Place place,
            @Mixin Once once) {
        Member member = place.choose(new Within<>() {
            @Override
            public Member tenant(TenantId tenantId) {
                TenantRole chosen = Words.choose(TenantRole.values(), TenantRole::wire, role);
                TenancyApi tenancy = session.connect().tenancy();
                return tenancy.setTenantMember(tenantId, principalId, new SetTenantMember(chosen), once.key());
            }

            @Override
            public Member project(ProjectId projectId) {
                ProjectRole chosen = Words.choose(ProjectRole.values(), ProjectRole::wire, role);
                TenancyApi tenancy = session.connect().tenancy();
                return tenancy.setProjectMember(projectId, principalId, new SetProjectMember(chosen), once.key());
            }
        });
        session.output().one(member);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Remove a member; from a tenant, also from all its projects.")
    void remove(
            @Parameters(paramLabel = "PRINCIPAL", description = PRINCIPAL) PrincipalId principalId,
            @Mixin Place place,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        Member member = place.choose(new Within<>() {
            @Override
            public Member tenant(TenantId tenantId) {
                confirmation.require(
                        session.terminal(),
                        "Remove " + principalId + " from tenant " + tenantId + " and all its projects?");
                return session.connect().tenancy().removeTenantMember(tenantId, principalId, once.key());
            }

            @Override
            public Member project(ProjectId projectId) {
                confirmation.require(session.terminal(), "Remove " + principalId + " from project " + projectId + "?");
                return session.connect().tenancy().removeProjectMember(projectId, principalId, once.key());
            }
        });
        session.output().one(member);
    }

    /** Requires a tenant or project, since the platform has no members. */
    private interface Within<T> extends Place.Choice<T> {
        @Override
        default T platform() {
            throw new IllegalArgumentException("Specify --tenant or --project.");
        }
    }
}
