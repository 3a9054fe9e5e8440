package io.gpuaas.cli.operations;

import io.gpuaas.cli.options.Place;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.PoliciesApi;
import io.gpuaas.sdk.Policy;
import io.gpuaas.sdk.PolicyList;
import io.gpuaas.sdk.SetPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "policies",
        description = "Show and override policies for the platform, a tenant or a project.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas policies list",
            "  gpuaas policies set rate_limit.default_requests_per_minute 600 --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas policies clear rate_limit.default_requests_per_minute",
        })
final class PoliciesCommand {

    private static final String KEY = "The policy's key, as listed.";

    private final Session session;

    PoliciesCommand(Session session) {
        this.session = session;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List all policies with their effective values and where these are set.")
    void list(@Mixin Place place) {
        PoliciesApi policies = session.connect().policies();
        PolicyList list = place.choose(new Place.Choice<>() {
            @Override
            public PolicyList platform() {
                return policies.listPolicies();
            }

            @Override
            public PolicyList tenant(TenantId tenantId) {
                return policies.listTenantPolicies(tenantId);
            }

            @Override
            public PolicyList project(ProjectId projectId) {
                return policies.listProjectPolicies(projectId);
            }
        });
        session.output()
                .list(list.items().iterator(), "key", "value", "unit", "source", "default_value", "description");
    }

    @Command(mixinStandardHelpOptions = true, description = "Override a policy.")
    void set(
            @Parameters(paramLabel = "KEY", description = KEY) String key,
            @Parameters(paramLabel = "VALUE", description = "Value, in the format of the policy.") String value,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, recorded in the audit trail.")
                    @Nullable String reason,
            @Mixin Place place) {
        PoliciesApi policies = session.connect().policies();
        SetPolicy setting = new SetPolicy(value, reason);
        Policy policy = place.choose(new Place.Choice<>() {
            @Override
            public Policy platform() {
                return policies.setPolicy(key, setting);
            }

            @Override
            public Policy tenant(TenantId tenantId) {
                return policies.setTenantPolicy(tenantId, key, setting);
            }

            @Override
            public Policy project(ProjectId projectId) {
                return policies.setProjectPolicy(projectId, key, setting);
            }
        });
        session.output().one(policy);
    }

    @Command(mixinStandardHelpOptions = true, description = "Remove an override; the inherited value applies again.")
    void clear(@Parameters(paramLabel = "KEY", description = KEY) String key, @Mixin Place place) {
        PoliciesApi policies = session.connect().policies();
        Policy policy = place.choose(new Place.Choice<>() {
            @Override
            public Policy platform() {
                return policies.clearPolicy(key);
            }

            @Override
            public Policy tenant(TenantId tenantId) {
                return policies.clearTenantPolicy(tenantId, key);
            }

            @Override
            public Policy project(ProjectId projectId) {
                return policies.clearProjectPolicy(projectId, key);
            }
        });
        session.output().one(policy);
    }
}
