package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.allocations.RebuildStore.Rebuild;
import io.gpuaas.controlplane.machines.MachineProvisioner;
import io.gpuaas.controlplane.machines.MachineProvisioner.Machine;
import io.gpuaas.controlplane.machines.MachineProvisioner.Outcome;
import io.gpuaas.controlplane.machines.MachineProvisioner.Stage;
import io.gpuaas.controlplane.machines.Machines;
import io.gpuaas.controlplane.nodes.NodeJoining;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Takes hosts through a rebuild, one call to the provisioner at a time and outside of transactions. */
@Component
class RebuildWork implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RebuildWork.class);
    private static final int STEPPED_MAX = 50;
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Longer than a call to the provisioner takes at most. */
    private static final Duration HOLD = Duration.ofMinutes(3);

    private final RebuildStore store;
    private final Machines machines;
    private final NodeJoining joining;
    private final LifecycleDriver driver;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final Duration pause;
    private final boolean works;
    private volatile Thread thread = Thread.ofVirtual().unstarted(() -> {});
    private volatile boolean running;

    RebuildWork(
            RebuildStore store,
            Machines machines,
            NodeJoining joining,
            LifecycleDriver driver,
            TransactionTemplate transaction,
            Clock clock,
            GpuaasProperties properties) {
        this.store = store;
        this.machines = machines;
        this.joining = joining;
        this.driver = driver;
        this.transaction = transaction;
        this.clock = clock;
        this.pause = properties.machines().pollInterval();
        this.works = properties.has(GpuaasProperties.Role.LIFECYCLE)
                && machines.provisioner().isPresent();
    }

    /** A thread of its own: the provisioner may keep it waiting, and nothing else may wait with it. */
    @Override
    public void start() {
        running = true;
        if (works) {
            thread = Thread.ofVirtual().name("rebuild-hosts").start(this::loop);
        }
    }

    @Override
    public void stop() {
        running = false;
        thread.interrupt();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private void loop() {
        while (running) {
            try {
                stepWhatIsDue();
                Thread.sleep(LOOK);
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                log.warn("could not advance rebuilds of hosts; retrying", e);
            }
        }
    }

    /** One at a time: what is held is held only as long as it is worked on. */
    private void stepWhatIsDue() {
        for (int i = 0; i < STEPPED_MAX && running; i++) {
            Optional<Rebuild> due = store.takeDue(clock.instant(), HOLD);
            if (due.isEmpty()) {
                return;
            }
            Call.system("rebuildHost", due.get().correlation()).run(() -> step(due.get()));
        }
    }

    private boolean step(Rebuild rebuild) {
        MachineProvisioner provisioner = machines.provisioner().orElseThrow();
        Machine machine = new Machine(rebuild.hostname(), () -> machines.userData(token(rebuild)));
        Outcome outcome = advance(provisioner, machine, rebuild.stage());
        transaction.executeWithoutResult(status -> settle(rebuild, outcome));
        return true;
    }

    /** An unexpected failure is bounded by the deadline like any other, and does not delay other hosts. */
    private static Outcome advance(MachineProvisioner provisioner, Machine machine, Stage reached) {
        try {
            return provisioner.advance(machine, reached);
        } catch (RuntimeException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("host", machine.hostname())
                    .log("could not advance the rebuild of a host");
            return new Outcome.Unavailable("The provisioner could not be reached, or its answer was not understood.");
        }
    }

    private String token(Rebuild rebuild) {
        Duration lifetime =
                Duration.between(clock.instant(), rebuild.deadline()).plus(HOLD);
        return Objects.requireNonNull(transaction.execute(status -> joining.tokenFor(rebuild.node(), lifetime)));
    }

    private void settle(Rebuild rebuild, Outcome outcome) {
        switch (outcome) {
            case Outcome.At at -> {
                store.reach(rebuild.id(), at.stage(), clock.instant().plus(pause));
                if (at.stage() == Stage.DONE) {
                    wake(rebuild);
                } else {
                    expireIfLate(rebuild, "It has been in stage " + at.stage() + " for too long.");
                }
            }
            case Outcome.Failed failed -> {
                store.fail(rebuild.id(), failed.code(), failed.message());
                wake(rebuild);
            }
            case Outcome.Unavailable unavailable -> {
                log.atWarn()
                        .addKeyValue("host", rebuild.hostname())
                        .addKeyValue("reason", unavailable.message())
                        .log("could not reach the provisioner of a rebuild; retrying");
                store.reach(rebuild.id(), rebuild.stage(), clock.instant().plus(pause));
                expireIfLate(rebuild, unavailable.message());
            }
        }
    }

    private void expireIfLate(Rebuild rebuild, String why) {
        if (clock.instant().isAfter(rebuild.deadline())) {
            store.fail(rebuild.id(), "rebuild_expired", why);
            wake(rebuild);
        }
    }

    private void wake(Rebuild rebuild) {
        driver.follow(rebuild.allocation(), clock.instant());
        AfterCommit.run(() -> driver.wake(rebuild.allocation()));
    }
}
