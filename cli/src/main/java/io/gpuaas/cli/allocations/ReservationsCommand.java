package io.gpuaas.cli.allocations;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.sdk.CreateReservation;
import io.gpuaas.sdk.ReservationsApi;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "reservations",
        description = "Reserve capacity for a future time.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas reservations create --sku h100-sxm-slice --count 4 --from 2030-01-07T08:00:00Z"
                    + " --to 2030-01-07T18:00:00Z",
            "  gpuaas reservations list",
            "  gpuaas reservations show 0198c0de-0000-7000-8000-00000000000a",
            "  gpuaas reservations cancel 0198c0de-0000-7000-8000-00000000000a",
        })
final class ReservationsCommand {

    private static final String ID = "The reservation's id, as listed.";

    private final Session session;

    ReservationsCommand(Session session) {
        this.session = session;
    }

    private ReservationsApi api() {
        return session.connect().reservations();
    }

    @Command(mixinStandardHelpOptions = true, description = "Reserve capacity; the allocation starts automatically.")
    void create(
            @Mixin TheProject in,
            @Option(
                            names = "--sku",
                            required = true,
                            paramLabel = "SKU",
                            description = "SKU to reserve; see gpuaas skus list.")
                    String sku,
            @Option(names = "--count", required = true, paramLabel = "N", description = "Number of units.") int count,
            @Option(names = "--from", required = true, paramLabel = "TIME", description = "Start time.") Instant from,
            @Option(names = "--to", required = true, paramLabel = "TIME", description = "End time.") Instant to,
            @Option(names = "--name", paramLabel = "NAME", description = "Display name.") @Nullable String name,
            @Mixin Once once) {
        CreateReservation wish = new CreateReservation(sku, count, name, from, to);
        session.output().one(api().createReservation(in.choose(session.connect()), wish, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List a project's reservations, newest first.")
    void list(@Mixin TheProject in, @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        ReservationsApi api = api();
        paging.print(
                session.output(),
                page -> api.listReservations(project, page),
                "id",
                "name",
                "sku",
                "count",
                "starts_at",
                "ends_at",
                "state");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a reservation.")
    void show(@Mixin TheProject in, @Parameters(paramLabel = "RESERVATION", description = ID) ReservationId id) {
        session.output().one(api().getReservation(in.choose(session.connect()), id));
    }

    @Command(mixinStandardHelpOptions = true, description = "Cancel a reservation that has not started.")
    void cancel(
            @Mixin TheProject in,
            @Parameters(paramLabel = "RESERVATION", description = ID) ReservationId id,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Cancel reservation " + id + "?");
        session.output().one(api().cancelReservation(in.choose(session.connect()), id, once.key()));
    }
}
