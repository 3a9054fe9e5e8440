package io.gpuaas.agent.task;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FencesTest {

    @TempDir
    private Path folder;

    private Fences fences;

    @BeforeEach
    void open() throws Exception {
        fences = Fences.open(folder.resolve("fences.json"));
    }

    private static List<Leased.Device> lease(String device, long token) {
        return List.of(new Leased.Device(device, token));
    }

    @Test
    void aLateTaskOfAnEarlierLeaseIsRefusedAlsoAfterARestart() throws Exception {
        fences.admit(lease("GPU-1", 7));
        fences.admit(lease("GPU-1", 7));
        Fences afterRestart = Fences.open(folder.resolve("fences.json"));
        assertThatThrownBy(() -> afterRestart.admit(lease("GPU-1", 6)))
                .isInstanceOf(TaskFailure.class)
                .hasMessageContaining("has ended");
        afterRestart.admit(lease("GPU-1", 8));
    }

    @Test
    void devicesAreFencedEachByItself() throws Exception {
        fences.admit(lease("GPU-1", 7));
        fences.admit(lease("GPU-2", 1));
    }

    private static List<Leased.Device> slices(long token, int... slices) {
        return Arrays.stream(slices)
                .mapToObj(slice -> new Leased.Device("GPU-1/" + slice, token))
                .toList();
    }

    @Test
    void aLeaseOfSeveralSlicesHasEndedWhenOneOfThemWasLeasedAnew() throws Exception {
        fences.admit(slices(3, 0, 1, 2, 3));
        fences.admit(slices(4, 4, 5, 6, 7));
        fences.admit(slices(5, 2));
        assertThatThrownBy(() -> fences.admit(slices(3, 0, 1, 2, 3)))
                .isInstanceOf(TaskFailure.class)
                .hasMessageContaining("GPU-1/2");
        fences.admit(slices(4, 4, 5, 6, 7));
    }

    @Test
    void aGpuAndItsSlicesFenceEachOther() throws Exception {
        fences.admit(slices(3, 0, 1));
        fences.admit(lease("GPU-1", 4));
        assertThatThrownBy(() -> fences.admit(slices(3, 0, 1))).isInstanceOf(TaskFailure.class);
        fences.admit(slices(5, 6));
        assertThatThrownBy(() -> fences.admit(lease("GPU-1", 4))).isInstanceOf(TaskFailure.class);
        fences.admit(lease("GPU-11", 1));
    }

    @Test
    void aRefusedTaskRaisesNothing() throws Exception {
        fences.admit(lease("GPU-1", 7));
        assertThatThrownBy(() -> fences.admit(List.of(new Leased.Device("GPU-2", 9), new Leased.Device("GPU-1", 1))))
                .isInstanceOf(TaskFailure.class);
        fences.admit(lease("GPU-2", 2));
    }
}
