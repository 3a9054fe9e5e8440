package io.gpuaas.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.TaskType;
import io.gpuaas.agent.task.UserTasks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The outputs of a simulated node satisfy the control plane's checks. */
class TaskOutputsTest {

    private static final String ID = "00000000-0000-4000-8000-000000000051";

    private static Object output(TaskType type, String payload) {
        return TaskOutputs.of(type.read(payload.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aSliceShowsTheLeasedGpus() {
        Object made = output(
                TaskType.PROVISION_SLICE,
                "{\"slice_id\":\"" + ID + "\",\"allocation_id\":\"" + ID + "\",\"name\":\"s\",\"cpus\":1,"
                        + "\"gpus\":[\"0000:01:00.0\"],\"memory_bytes\":1073741824,\"image\":{\"name\":\"debian-13\"},"
                        + "\"username\":\"ada\",\"ssh_keys\":[],\"leases\":[{\"device\":\"GPU-1\",\"fencing_token\":3}]}");
        assertThat(made)
                .isInstanceOfSatisfying(
                        SliceTasks.SliceProvisioned.class,
                        slice -> assertThat(slice.gpus())
                                .extracting(UserTasks.SeenGpu::uuid)
                                .containsExactly("GPU-1"));
        assertThat(output(TaskType.RELEASE_SLICE, "{\"slice_id\":\"" + ID + "\",\"allocation_id\":\"" + ID + "\"}"))
                .isInstanceOf(SliceTasks.SliceReleased.class);
    }

    @Test
    void aMigInstanceHasTheSameUuidWheneverItIsAskedFor() {
        String where = "\"pci_address\":\"0000:01:00.0\",\"profile_id\":9,\"start\":4";
        Object made = output(TaskType.PROVISION_MIG, "{\"allocation_id\":\"" + ID + "\"," + where + "}");
        Object verified = output(
                TaskType.VERIFY_GPUS,
                "{\"gpus\":[\"0000:01:00.0\"],\"instances\":[{" + where + "}],\"level\":\"driver\"}");
        assertThat(made)
                .isInstanceOfSatisfying(
                        MigTasks.SeenInstance.class,
                        seen -> assertThat(seen.uuid()).startsWith("MIG-"));
        assertThat(verified)
                .isInstanceOfSatisfying(
                        NodeTaskPayloads.GpusVerified.class,
                        all -> assertThat(all.instances()).isEqualTo(List.of(made)));
    }
}
