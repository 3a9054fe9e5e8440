package io.gpuaas.cli.apps;

import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AppRequestState;
import io.gpuaas.sdk.DecideAppRequest;
import io.gpuaas.sdk.EntitlementsApi;
import io.gpuaas.sdk.EntitlementsApi.ListAppRequestsFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "requests",
        description = "Decide requests of members for apps. For administrators of a tenant.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas apps requests list --state open",
            "  gpuaas apps requests approve 0198c0de-0000-7000-8000-00000000000d",
            "  gpuaas apps requests decline 0198c0de-0000-7000-8000-00000000000d --answer \"Use acme/llm\"",
        })
final class AppRequestsCommand {

    private static final String REQUEST = "The request's id, as listed.";
    private static final String ANSWER = "Answer to the person who asked.";

    private final Session session;

    AppRequestsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List requests for apps, newest first.")
    void list(
            @Mixin TheTenant in,
            @Option(names = "--state", paramLabel = "STATE", description = "open, approved or declined (default: all).")
                    @Nullable AppRequestState state,
            @Mixin Paging paging) {
        TenantId tenant = in.choose(session.connect());
        ListAppRequestsFilter filter = state == null
                ? ListAppRequestsFilter.none()
                : ListAppRequestsFilter.none().state(state);
        EntitlementsApi api = session.connect().entitlements();
        paging.print(
                session.output(),
                page -> api.listAppRequests(tenant, filter, page),
                "id",
                "app",
                "project_id",
                "state",
                "message",
                "created_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Approve a request, which enables the app for the project.")
    void approve(
            @Mixin TheTenant in,
            @Parameters(paramLabel = "REQUEST", description = REQUEST) AppRequestId id,
            @Option(names = "--answer", paramLabel = "TEXT", description = ANSWER) @Nullable String answer,
            @Mixin Once once) {
        decide(in, id, new DecideAppRequest(true, answer), once);
    }

    @Command(mixinStandardHelpOptions = true, description = "Decline a request.")
    void decline(
            @Mixin TheTenant in,
            @Parameters(paramLabel = "REQUEST", description = REQUEST) AppRequestId id,
            @Option(names = "--answer", paramLabel = "TEXT", description = ANSWER) @Nullable String answer,
            @Mixin Once once) {
        decide(in, id, new DecideAppRequest(false, answer), once);
    }

    private void decide(TheTenant in, AppRequestId id, DecideAppRequest decision, Once once) {
        session.output()
                .one(session.connect()
                        .entitlements()
                        .decideAppRequest(in.choose(session.connect()), id, decision, once.key()));
    }
}
