package io.gpuaas.cli.artifacts;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AdvisoryId;
import io.gpuaas.sdk.AdvisoriesApi;
import io.gpuaas.sdk.AdvisoryAction;
import io.gpuaas.sdk.AdvisorySeverity;
import io.gpuaas.sdk.ArtifactReason;
import io.gpuaas.sdk.CreateAdvisory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "advisories",
        description = "File advisories about packages, and list what they hit. For operators.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas artifacts advisories create pkg:deb/debian/openssl --versions '<3.0.15-1' --severity high \\",
            "      --title 'Buffer overflow' --reference CVE-2026-0001",
            "  gpuaas artifacts advisories list",
            "  gpuaas artifacts advisories show 0198c0de-0000-7000-8000-000000000010",
            "  gpuaas artifacts advisories hits 0198c0de-0000-7000-8000-000000000010",
            "  gpuaas artifacts advisories close 0198c0de-0000-7000-8000-000000000010 --reason withdrawn",
        })
final class AdvisoriesCommand {

    private static final String ADVISORY = "The advisory's id, as listed.";

    private final Session session;

    AdvisoriesCommand(Session session) {
        this.session = session;
    }

    private AdvisoriesApi api() {
        return session.connect().advisories();
    }

    @Command(mixinStandardHelpOptions = true, description = "File an advisory about versions of a package.")
    void create(
            @Parameters(paramLabel = "PURL", description = "The package, without a version.") String purl,
            @Option(
                            names = "--versions",
                            required = true,
                            paramLabel = "RANGE",
                            description = "Affected versions, for example '>=1.0, <1.4.2 || =2.0'; * is all.")
                    String versions,
            @Option(names = "--title", required = true, paramLabel = "TEXT", description = "Title of the advisory.")
                    String title,
            @Option(
                            names = "--severity",
                            required = true,
                            paramLabel = "SEVERITY",
                            description = "low, medium, high or critical.")
                    AdvisorySeverity severity,
            @Option(
                            names = "--action",
                            paramLabel = "ACTION",
                            description = "list, or quarantine to withhold each artifact that is hit (default: list).")
                    @Nullable AdvisoryAction action,
            @Option(
                            names = "--reference",
                            paramLabel = "TEXT",
                            description = "Place to read more, for example a CVE number (default: none).")
                    @Nullable String reference,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        if (action == AdvisoryAction.QUARANTINE) {
            confirmation.require(
                    session.terminal(),
                    "Withhold every artifact that has " + purl + " in versions " + versions
                            + "? Each must be released by hand.");
        }
        session.output()
                .one(api().createAdvisory(
                                new CreateAdvisory(
                                        title,
                                        purl,
                                        versions,
                                        severity,
                                        action == null ? AdvisoryAction.LIST : action,
                                        reference),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List advisories, newest first.")
    void list(@Mixin Paging paging) {
        AdvisoriesApi api = api();
        paging.print(
                session.output(),
                api::listAdvisories,
                "id",
                "severity",
                "purl",
                "versions",
                "title",
                "hits",
                "created_at",
                "closed_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show an advisory.")
    void show(@Parameters(paramLabel = "ADVISORY", description = ADVISORY) AdvisoryId id) {
        session.output().one(api().getAdvisory(id));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List the artifacts and app versions that an advisory hits.")
    void hits(@Parameters(paramLabel = "ADVISORY", description = ADVISORY) AdvisoryId id, @Mixin Paging paging) {
        AdvisoriesApi api = api();
        paging.print(
                session.output(),
                page -> api.listAdvisoryHits(id, page),
                "artifact_id",
                "app",
                "version",
                "name",
                "package_version",
                "certain",
                "withheld",
                "revoked",
                "app_versions");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Close an advisory. What it withheld stays withheld until it is released.")
    void close(
            @Parameters(paramLabel = "ADVISORY", description = ADVISORY) AdvisoryId id,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(api().closeAdvisory(id, new ArtifactReason(reason.text()), once.key()));
    }
}
