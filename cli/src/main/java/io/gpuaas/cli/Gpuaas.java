package io.gpuaas.cli;

import io.gpuaas.cli.Verbs.Group;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.DeadLetterId;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NotificationId;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.RolloutId;
import io.gpuaas.kernel.SshKeyId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.AdjustmentKind;
import io.gpuaas.sdk.AuditOutcome;
import io.gpuaas.sdk.BudgetAction;
import io.gpuaas.sdk.CostGroup;
import io.gpuaas.sdk.ExportFormat;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.IdempotencyKey;
import io.gpuaas.sdk.NotificationKind;
import io.gpuaas.sdk.ServerUnreachableException;
import io.gpuaas.sdk.StatementFormat;
import io.gpuaas.sdk.WaitEndedException;
import io.gpuaas.sdk.signin.IssuerUnreachableException;
import io.gpuaas.sdk.signin.ProfileName;
import io.gpuaas.sdk.signin.SignInException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Entry point of the command-line client. */
@Command(
        name = "gpuaas",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Command-line client for a GPUaaS control plane.",
        footerHeading = "%nServer, the first that applies: --server; the server that --profile is%n"
                + "signed in to; GPUAAS_SERVER; the server that GPUAAS_PROFILE (or profile%n"
                + "'default') is signed in to; the one ./gpuaas up started in this folder;%n"
                + LocalInstallation.SERVER_STANDARD + ".%n"
                + "%nToken, the first that applies: that of --profile; GPUAAS_TOKEN; that of%n"
                + "GPUAAS_PROFILE (or profile 'default'); for the server that ./gpuaas up started%n"
                + "in this folder, the one in .gpuaas/first-login. A profile's token is only ever%n"
                + "sent to its own server. Tokens cannot be passed as arguments, which any%n"
                + "process on the machine could read.%n"
                + "%nProfiles are stored in $XDG_CONFIG_HOME/gpuaas or ~/.config/gpuaas, readable%n"
                + "only by you.%n"
                + "%nTenant and project, the first that applies: --tenant and --project;%n"
                + "GPUAAS_TENANT and GPUAAS_PROJECT; those set with gpuaas profiles set; the only%n"
                + "one you can access.%n"
                + "%nExit codes: 0 success, 1 refused or failed, 2 usage error or not signed in,%n"
                + "3 server unreachable, 130 interrupted by Ctrl-C, 141 output pipe closed.%n"
                + "%nExamples:%n",
        footer = {
            "  gpuaas login --server https://gpu.example.com",
            "  gpuaas whoami",
            "  gpuaas skus list",
            "  gpuaas allocations create --sku h100-sxm-slice --wait",
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
        if (!asksForVersion(args)) {
            HeadStart.begin();
        }
        System.exit(run(Surroundings.ofThisProcess(), args));
    }

    static int run(Surroundings surroundings, String... args) {
        PrintWriter out = surroundings.terminal().out();
        try {
            int code = answer(surroundings, args);
            out.flush();
            return out.checkError() && code == 0 ? REFUSED : code;
        } catch (ReaderGoneException e) {
            return ReaderGoneException.EXIT_CODE;
        }
    }

    /** Answers --version without building any command, since scripts ask for it often. */
    private static int answer(Surroundings surroundings, String... args) {
        if (asksForVersion(args)) {
            surroundings.terminal().out().println(Version.text());
            return 0;
        }
        return commandLine(surroundings, args).execute(args);
    }

    private static boolean asksForVersion(String... args) {
        return args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"));
    }

    /** Builds only the commands that the arguments may name; building all takes longer than most commands run. */
    static CommandLine commandLine(Surroundings surroundings, String... args) {
        Gpuaas gpuaas = new Gpuaas();
        CommandLine line = new CommandLine(gpuaas);
        Session session = new Session(surroundings, gpuaas.options);
        Map<String, Supplier<Object>> commands = commands(session);
        Set<String> named = new HashSet<>(List.of(args));
        boolean any = commands.keySet().stream().anyMatch(named::contains);
        commands.forEach((name, command) -> {
            if (!any || named.contains(name)) {
                line.addSubcommand(name, Verbs.of(command.get(), named));
            }
        });
        line.setOut(surroundings.terminal().out())
                .setErr(surroundings.terminal().err())
                .setColorScheme(Help.defaultColorScheme(surroundings.terminal().interactive() ? Ansi.ON : Ansi.OFF))
                .setExecutionStrategy(parsed -> run(parsed, session))
                .setExecutionExceptionHandler((failure, _, _) -> explain(failure, surroundings.terminal()));
        Examples.share(line);
        tellVersion(line);
        registerTypes(line);
        return line;
    }

    /** Resolves defaults and names once all arguments are parsed, then runs the command. */
    private static int run(ParseResult parsed, Session session) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        try (session) {
            fill(parsed, session);
            return new RunLast().execute(parsed);
        }
    }

    private static void fill(ParseResult parsed, Session session) {
        try {
            Standards.fill(parsed, session);
            new Lookup(session).fill(parsed);
        } catch (RuntimeException e) {
            throw new ExecutionException(parsed.commandSpec().commandLine(), "Cannot resolve the arguments", e);
        }
    }

    private static Map<String, Supplier<Object>> commands(Session session) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("login", () -> new LoginCommand(session));
        commands.put("logout", () -> new LogoutCommand(session));
        commands.put("whoami", () -> new WhoamiCommand(session));
        commands.put("me", () -> new MeCommand(session));
        commands.put("profiles", () -> new ProfilesCommand(session));
        commands.put("permissions", () -> new PermissionsCommand(session));
        commands.put("tenants", () -> new TenantsCommand(session));
        commands.put("projects", () -> new ProjectsCommand(session));
        commands.put("billing", () -> new BillingCommand(session));
        commands.put("payments", () -> new PaymentsCommand(session));
        commands.put("finance", () -> new FinanceCommand(session));
        commands.put("budgets", () -> new BudgetsCommand(session));
        commands.put("usage", () -> new UsageCommand(session));
        commands.put("notifications", () -> new NotificationsCommand(session));
        commands.put("members", () -> new MembersCommand(session));
        commands.put("invitations", () -> new InvitationsCommand(session));
        commands.put(
                "service-accounts",
                () -> new Group(new ServiceAccountsCommand(session))
                        .with("keys", () -> new ServiceAccountKeysCommand(session)));
        commands.put("tokens", () -> new TokensCommand(session));
        commands.put("ssh-keys", () -> new SshKeysCommand(session));
        commands.put("users", () -> new UsersCommand(session));
        commands.put("principals", () -> new PrincipalsCommand(session));
        commands.put(
                "allocations",
                () -> new Group(new AllocationsCommand(session)).with("all", () -> new AllAllocationsCommand(session)));
        commands.put("terminal", () -> new TerminalCommand(session));
        commands.put("terminals", () -> new TerminalsCommand(session));
        commands.put("recordings", () -> new RecordingsCommand(session));
        commands.put("ssh", () -> new SshCommand(session));
        commands.put("cp", () -> new CpCommand(session));
        commands.put("reservations", () -> new ReservationsCommand(session));
        commands.put("skus", () -> new SkusCommand(session));
        commands.put("catalogue", () -> new CatalogueCommand(session));
        commands.put("slots", () -> new SlotsCommand(session));
        commands.put(
                "nodes",
                () -> new Group(new NodesCommand(session))
                        .with("telemetry", () -> new NodeTelemetryCommand(session))
                        .with("drain", () -> new NodeDrainCommand(session))
                        .with("tasks", () -> new NodeTasksCommand(session))
                        .with("logs", () -> new NodeLogsCommand(session)));
        commands.put("releases", () -> new ReleasesCommand(session));
        commands.put("rollouts", () -> new RolloutsCommand(session));
        commands.put("gateways", () -> new GatewaysCommand(session));
        commands.put("policies", () -> new PoliciesCommand(session));
        commands.put("audit", () -> new AuditCommand(session));
        commands.put("traces", () -> new TracesCommand(session));
        commands.put("dead-letters", () -> new DeadLettersCommand(session));
        commands.put("ops", () -> OpsCommand.of(session));
        commands.put("mail", () -> new MailCommand(session));
        commands.put("errors", () -> new ErrorsCommand(session));
        commands.put("completion", () -> new CompletionCommand(session));
        return commands;
    }

    private static void tellVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(Gpuaas::tellVersion);
    }

    private static void registerTypes(CommandLine line) {
        line.setCaseInsensitiveEnumValuesAllowed(true).setAllowSubcommandsAsOptionParameters(true);
        line.registerConverter(TerminalId.class, Words.reading("a terminal's id", TerminalId::parse));
        line.registerConverter(TenantId.class, Words.reading("a tenant's id", TenantId::parse));
        line.registerConverter(ProjectId.class, Words.reading("a project's id", ProjectId::parse));
        line.registerConverter(PrincipalId.class, Words.reading("a principal's id", PrincipalId::parse));
        line.registerConverter(InvitationId.class, Words.reading("an invitation's id", InvitationId::parse));
        line.registerConverter(KeyId.class, Words.reading("a key's id", KeyId::parse));
        line.registerConverter(AccessTokenId.class, Words.reading("a token's id", AccessTokenId::parse));
        line.registerConverter(SshKeyId.class, Words.reading("an SSH key's id", SshKeyId::parse));
        line.registerConverter(NodeId.class, Lookup.later("a node's id or name", NodeId::parse));
        line.registerConverter(AllocationId.class, Lookup.later("an allocation's id or name", AllocationId::parse));
        line.registerConverter(ReservationId.class, Words.reading("a reservation's id", ReservationId::parse));
        line.registerConverter(PaymentId.class, Words.reading("a payment's id", PaymentId::parse));
        line.registerConverter(NotificationId.class, Words.reading("a notification's id", NotificationId::parse));
        line.registerConverter(StatementId.class, Words.reading("a statement's id", StatementId::parse));
        line.registerConverter(AdjustmentId.class, Words.reading("an adjustment's id", AdjustmentId::parse));
        line.registerConverter(
                NotificationKind.class, Words.choosing(NotificationKind.values(), NotificationKind::wire));
        line.registerConverter(BudgetAction.class, Words.choosing(BudgetAction.values(), BudgetAction::wire));
        line.registerConverter(AdjustmentKind.class, Words.choosing(AdjustmentKind.values(), AdjustmentKind::wire));
        line.registerConverter(StatementFormat.class, Words.choosing(StatementFormat.values(), StatementFormat::wire));
        line.registerConverter(CostGroup.class, Words.choosing(CostGroup.values(), CostGroup::wire));
        line.registerConverter(TaskId.class, Words.reading("a task's id", TaskId::parse));
        line.registerConverter(AgentReleaseId.class, Words.reading("a release's id", AgentReleaseId::parse));
        line.registerConverter(RolloutId.class, Words.reading("a rollout's id", RolloutId::parse));
        line.registerConverter(GatewayId.class, Words.reading("a gateway's id", GatewayId::parse));
        line.registerConverter(ProfileName.class, Words.reading("a profile's name", ProfileName::new));
        line.registerConverter(InputFile.class, InputFile::new);
        line.registerConverter(DeadLetterId.class, Words.reading("a dead letter's id", DeadLetterId::parse));
        line.registerConverter(
                IdempotencyKey.class,
                Words.reading("an idempotency key (1 to 200 visible characters)", IdempotencyKey::new));
        line.registerConverter(Instant.class, Words.reading("a time like 2026-01-31T08:00:00Z", Instant::parse));
        line.registerConverter(URI.class, Words.reading("an address", URI::create));
        line.registerConverter(AuditOutcome.class, Words.choosing(AuditOutcome.values(), AuditOutcome::wire));
        line.registerConverter(ExportFormat.class, Words.choosing(ExportFormat.values(), ExportFormat::wire));
    }

    private static int explain(Exception failure, Terminal terminal) {
        int code = switch (failure) {
            case ServerUnreachableException _ -> UNREACHABLE;
            case IssuerUnreachableException _ -> UNREACHABLE;
            case ParameterException wrong -> throw wrong;
            case ReaderGoneException _ -> ReaderGoneException.EXIT_CODE;
            case IllegalArgumentException _ -> MISUSED;
            case GpuaasException.NotSignedIn _ -> MISUSED;
            case SignInException ended when ended.isSignedOut() -> MISUSED;
            default -> REFUSED;
        };
        if (code == ReaderGoneException.EXIT_CODE) {
            return code;
        }
        String hint = failure instanceof GpuaasException.NotSignedIn ? "; sign in with gpuaas login" : "";
        terminal.err().println("gpuaas: " + Words.printable(sentence(failure)) + hint);
        return code;
    }

    private static String sentence(Exception failure) {
        return switch (failure) {
            case IOException unread -> Words.reason(unread);
            case IllegalArgumentException _,
                    IllegalStateException _,
                    UncheckedIOException _,
                    GpuaasException _,
                    ServerUnreachableException _,
                    IssuerUnreachableException _,
                    SignInException _,
                    WaitEndedException _,
                    NotConfirmedException _,
                    NoSuchThingException _ -> String.valueOf(failure.getMessage());
            default -> "Internal error in the client or the server: " + failure + ". Please report this as a bug.";
        };
    }
}
