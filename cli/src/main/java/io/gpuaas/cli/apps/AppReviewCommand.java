package io.gpuaas.cli.apps;

import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.AppReviewOutcome;
import io.gpuaas.sdk.AppVersionState;
import io.gpuaas.sdk.AppsApi;
import io.gpuaas.sdk.AppsApi.ListAppReviewsFilter;
import io.gpuaas.sdk.ReviewAppVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "review",
        description = "Review versions of apps. For people with the role reviewer, outside the publisher's tenant.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas apps review list",
            "  gpuaas apps review show acme/vllm 1.4.0",
            "  gpuaas apps review start acme/vllm 1.4.0",
            "  gpuaas apps review approve acme/vllm 1.4.0 --message \"Looks good\" --digest sha256:0123 \\",
            "      --agree public_path:/routes/api/public_paths",
            "  gpuaas apps review request-changes acme/vllm 1.4.0 --message \"Pin the model\"",
            "  gpuaas apps review reject acme/vllm 1.4.0 --message \"Mines coins\"",
        })
final class AppReviewCommand {

    private static final String MESSAGE = "Message to the publisher.";

    private final Session session;

    AppReviewCommand(Session session) {
        this.session = session;
    }

    private AppsApi api() {
        return session.connect().apps();
    }

    @Command(mixinStandardHelpOptions = true, description = "List versions that wait for a review, oldest first.")
    void list(
            @Option(names = "--state", paramLabel = "STATE", description = "submitted or in_review (default: both).")
                    @Nullable AppVersionState state,
            @Mixin Paging paging) {
        ListAppReviewsFilter filter = state == null
                ? ListAppReviewsFilter.none()
                : ListAppReviewsFilter.none().state(state);
        AppsApi api = api();
        paging.print(
                session.output(),
                page -> api.listAppReviews(filter, page),
                "app",
                "version",
                "state",
                "title",
                "submitted_at");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Show a version with its changes and the points to agree to.")
    void show(
            @Parameters(paramLabel = "APP", description = AppsCommand.APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = AppsCommand.VERSION) String version) {
        session.output().one(api().getAppReview(app.namespace(), app.name(), version));
    }

    @Command(mixinStandardHelpOptions = true, description = "Start a review; other reviewers then leave it to you.")
    void start(
            @Parameters(paramLabel = "APP", description = AppsCommand.APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = AppsCommand.VERSION) String version,
            @Mixin Once once) {
        session.output().one(api().startAppReview(app.namespace(), app.name(), version, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Approve a version.")
    void approve(
            @Parameters(paramLabel = "APP", description = AppsCommand.APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = AppsCommand.VERSION) String version,
            @Option(names = "--message", required = true, paramLabel = "TEXT", description = MESSAGE) String message,
            @Option(
                            names = "--digest",
                            required = true,
                            paramLabel = "DIGEST",
                            description = "Digest of the content that you read, as the review shows it.")
                    String digest,
            @Option(
                            names = "--agree",
                            paramLabel = "POINT",
                            description = "Id of a point of the review that you agree to; repeatable.")
                    @Nullable List<String> agreed,
            @Mixin Once once) {
        decide(app, version, new ReviewAppVersion(AppReviewOutcome.APPROVE, message, digest, agreed), once);
    }

    @Command(
            name = "request-changes",
            mixinStandardHelpOptions = true,
            description = "Return a version to its publisher, who can change and submit it again.")
    void requestChanges(
            @Parameters(paramLabel = "APP", description = AppsCommand.APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = AppsCommand.VERSION) String version,
            @Option(names = "--message", required = true, paramLabel = "TEXT", description = MESSAGE) String message,
            @Mixin Once once) {
        decide(app, version, new ReviewAppVersion(AppReviewOutcome.REQUEST_CHANGES, message, null, null), once);
    }

    @Command(mixinStandardHelpOptions = true, description = "Reject a version for good.")
    void reject(
            @Parameters(paramLabel = "APP", description = AppsCommand.APP) AppName app,
            @Parameters(paramLabel = "VERSION", description = AppsCommand.VERSION) String version,
            @Option(names = "--message", required = true, paramLabel = "TEXT", description = MESSAGE) String message,
            @Mixin Once once) {
        decide(app, version, new ReviewAppVersion(AppReviewOutcome.REJECT, message, null, null), once);
    }

    private void decide(AppName app, String version, ReviewAppVersion decision, Once once) {
        session.output().one(api().reviewAppVersion(app.namespace(), app.name(), version, decision, once.key()));
    }
}
