package io.gpuaas.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.kernel.AllocationId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AllocationReleaseTest {

    private static final AllocationId ID = AllocationId.parse("0198c0de-0000-7000-8000-000000000009");

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);

    private void hold() {
        reached.countDown();
        try {
            assertThat(goesOn.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitWaiting(Thread thread) {
        await().until(() -> thread.getState() == Thread.State.BLOCKED
                || thread.getState() == Thread.State.TIMED_WAITING
                || !thread.isAlive());
    }

    @Test
    void theSecondCallerWaitsUntilTheAllocationIsReleased() throws InterruptedException {
        List<AllocationId> released = new CopyOnWriteArrayList<>();
        AllocationRelease release = new AllocationRelease(
                id -> {
                    hold();
                    released.add(id);
                },
                told::add,
                Duration.ZERO);
        AllocationId created = release.create(() -> ID, Function.identity());
        assertThat(created).isEqualTo(ID);
        Thread first = Thread.ofPlatform().start(release::run);
        assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
        Thread second = Thread.ofPlatform().start(release::run);
        awaitWaiting(second);
        assertThat(second.isAlive()).isTrue();
        assertThat(released).isEmpty();
        goesOn.countDown();
        first.join();
        second.join();
        assertThat(released).containsExactly(ID);
        assertThat(told).containsExactly("Allocation " + ID + " released.");
    }

    @Test
    void aReleaseWaitsForTheAnswerToTheCreation() throws InterruptedException {
        List<AllocationId> released = new CopyOnWriteArrayList<>();
        AllocationRelease release = new AllocationRelease(released::add, told::add, Duration.ZERO);
        Thread creating = Thread.ofPlatform()
                .start(() -> told.add("created "
                        + release.create(
                                () -> {
                                    hold();
                                    return ID;
                                },
                                Function.identity())));
        assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
        Thread hook = Thread.ofPlatform().start(release::run);
        awaitWaiting(hook);
        assertThat(released).isEmpty();
        goesOn.countDown();
        creating.join();
        hook.join();
        assertThat(released).containsExactly(ID);
    }
}
