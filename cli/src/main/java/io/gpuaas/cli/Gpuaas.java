package io.gpuaas.cli;

import io.gpuaas.kernel.DeadLetterId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AuditOutcome;
import io.gpuaas.sdk.ExportFormat;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.IdempotencyKey;
import io.gpuaas.sdk.ServerUnreachableException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Where the command line starts. */
@Command(
        name = "gpuaas",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Operates a GPUaaS control plane.",
        footerHeading = "%nThe token is read from the environment variable GPUAAS_TOKEN or, for the server%n"
                + "that ./gpuaas up started in this folder, from .gpuaas/first-login; never from an%n"
                + "argument, which every process of the machine could read.%n"
                + "%nExit codes: 0 done, 1 refused or failed by the server, 2 usage, 3 no answer.%n"
                + "%nExamples:%n",
        footer = {
            "  gpuaas me",
            "  gpuaas tenants create acme --name \"Acme Research\"",
            "  gpuaas policies list --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas audit list --outcome refused --from 2026-01-01T00:00:00Z --output json",
        })
public final class Gpuaas {

    static final int REFUSED = 1;
    static final int MISUSED = 2;
    static final int UNREACHABLE = 3;

    @Mixin
    final Options options = new Options();

    private Gpuaas() {}

    public static void main(String[] args) {
        System.exit(run(Surroundings.ofThisProcess(), args));
    }

    static int run(Surroundings surroundings, String... args) {
        Gpuaas gpuaas = new Gpuaas();
        Session session = new Session(surroundings, gpuaas.options);
        CommandLine line = new CommandLine(gpuaas)
                .addSubcommand(new MeCommand(session))
                .addSubcommand(new TenantsCommand(session))
                .addSubcommand(new ProjectsCommand(session))
                .addSubcommand(new PoliciesCommand(session))
                .addSubcommand(new AuditCommand(session))
                .addSubcommand(new DeadLettersCommand(session))
                .addSubcommand(new ErrorsCommand(session))
                .setOut(surroundings.out())
                .setErr(surroundings.err())
                .setExecutionExceptionHandler((failure, _, _) -> explain(failure, surroundings));
        registerTypes(line);
        int code = line.execute(args);
        surroundings.out().flush();
        return surroundings.out().checkError() && code == 0 ? REFUSED : code;
    }

    private static void registerTypes(CommandLine line) {
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(TenantId.class, Words.reading("a tenant's id", TenantId::parse));
        line.registerConverter(ProjectId.class, Words.reading("a project's id", ProjectId::parse));
        line.registerConverter(DeadLetterId.class, Words.reading("a dead letter's id", DeadLetterId::parse));
        line.registerConverter(IdempotencyKey.class, Words.reading("1 to 200 visible characters", IdempotencyKey::new));
        line.registerConverter(Instant.class, Words.reading("a time like 2026-01-31T08:00:00Z", Instant::parse));
        line.registerConverter(URI.class, Words.reading("an address", URI::create));
        line.registerConverter(AuditOutcome.class, Words.choosing(AuditOutcome.values(), AuditOutcome::wire));
        line.registerConverter(ExportFormat.class, Words.choosing(ExportFormat.values(), ExportFormat::wire));
    }

    private static int explain(Exception failure, Surroundings surroundings) throws Exception {
        int code = switch (failure) {
            case ServerUnreachableException _ -> UNREACHABLE;
            case GpuaasException _ -> REFUSED;
            case UncheckedIOException _ -> REFUSED;
            case ParameterException _ -> throw failure;
            case IllegalArgumentException _ -> MISUSED;
            default -> throw failure;
        };
        surroundings.err().println("gpuaas: " + Words.printable(String.valueOf(failure.getMessage())));
        return code;
    }
}
