package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.agent.task.MigTasks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a script that keeps instances in a file and answers in the form nvidia-smi does. */
class LinuxMigTest {

    private static final String GPU = "0000:18:00.0";
    private static final UUID ADA = new UUID(0, 0xaa);
    private static final UUID BOB = new UUID(0, 0xbb);

    /** Lines of the file "instances": id profile start ci. What a reboot forgets is that file. */
    private static final String SMI = """
            #!/bin/sh
            cd "$(dirname "$0")" || exit 99
            echo "$*" >> calls
            touch instances
            case "$*" in
              *mig.mode.current*) cat mode ;;
              *"-mig 1") [ -e needs-reset ] && echo 'Warning: MIG mode is in pending enable state' || echo Enabled > mode ;;
              *-lgi)
                [ -s instances ] || { echo 'No GPU instances found: Not Found'; exit 6; }
                echo '| GPU   Name             Profile  Instance   Placement  |'
                while read -r id profile start ci; do
                  echo "|   0  MIG 1g.10gb+me      $profile        $id          $start:1     |"
                done < instances ;;
              *-cgi*)
                [ -e full ] && { echo 'Insufficient Resources'; exit 19; }
                spec=$(echo "$*" | sed 's/.*-cgi \\([0-9:]*\\).*/\\1/')
                id=$(( $(cat next 2>/dev/null || echo 6) + 1 )); echo $id > next
                [ -e cut-off ] && { echo "$id ${spec%:*} ${spec#*:} no" >> instances; exit 1; }
                echo "$id ${spec%:*} ${spec#*:} yes" >> instances ;;
              *-dci*)
                [ -e busy ] && { echo 'In use by another client'; exit 19; }
                sed -i "s/^\\(${*##* } .*\\) yes$/\\1 no/" instances ;;
              *-dgi*) sed -i "/^${*##* } /d" instances ;;
              *-L)
                echo 'GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)'
                i=0
                while read -r id profile start ci; do
                  [ "$ci" = yes ] || continue
                  echo "  MIG 1g.10gb     Device  $i: (UUID: MIG-00-$id)"; i=$((i + 1))
                done < instances ;;
              *-x)
                i=0
                while read -r id profile start ci; do
                  [ "$ci" = yes ] || continue
                  printf '<mig_device>\\n <index>%s</index>\\n <gpu_instance_id>%s</gpu_instance_id>\\n</mig_device>\\n' $i $id
                  i=$((i + 1))
                done < instances ;;
              *) echo "unknown: $*"; exit 2 ;;
            esac
            """;

    @TempDir
    Path folder;

    private final SilentProgress progress = new SilentProgress();
    private LinuxMig mig;

    @SuppressWarnings("NullAway.Init")
    LinuxMigTest() {}

    @BeforeEach
    void install() throws Exception {
        Path script = folder.resolve("nvidia-smi");
        Files.writeString(script, SMI);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(folder.resolve("mode"), "Disabled\n");
        mig = new LinuxMig(new MigSmi(script.toString()), folder.resolve("mig.json"));
    }

    private static MigTasks.ProvisionMig wanted(UUID allocation, int profile, int start) {
        return new MigTasks.ProvisionMig(allocation, GPU, profile, start, List.of());
    }

    private static MigTasks.ReleaseMig release(UUID allocation, int profile, int start) {
        return new MigTasks.ReleaseMig(allocation, GPU, profile, start, List.of());
    }

    private List<String> calls(String part) throws Exception {
        return Files.readAllLines(folder.resolve("calls")).stream()
                .filter(call -> call.contains(part))
                .toList();
    }

    @Test
    void theGpuIsDividedAndEachInstanceIsReadBackWithItsUuid() throws Exception {
        assertThat(mig.provision(wanted(ADA, 19, 5), progress))
                .isEqualTo(new MigTasks.SeenInstance(GPU, 19, 5, "MIG-00-7"));
        assertThat(mig.provision(wanted(BOB, 9, 0), progress).uuid()).isEqualTo("MIG-00-8");
        assertThat(calls("-mig 1")).hasSize(1);
        assertThat(calls("-cgi")).containsExactly("mig -i " + GPU + " -cgi 19:5 -C", "mig -i " + GPU + " -cgi 9:0 -C");
        assertThat(mig.list()).containsExactlyInAnyOrder(ADA, BOB);
    }

    @Test
    void doingTheSameAgainMakesNoSecondInstance() throws Exception {
        MigTasks.SeenInstance made = mig.provision(wanted(ADA, 19, 5), progress);
        assertThat(mig.provision(wanted(ADA, 19, 5), progress)).isEqualTo(made);
        assertThat(calls("-cgi")).hasSize(1);
    }

    @Test
    void anInstanceOfAnotherAllocationIsNotGivenAway() throws Exception {
        mig.provision(wanted(ADA, 19, 5), progress);
        assertThatThrownBy(() -> mig.provision(wanted(BOB, 19, 5), progress)).hasMessageContaining("mig_conflict");
    }

    @Test
    void releasingRemovesExactlyItsInstanceAndTwiceIsHarmless() throws Exception {
        mig.provision(wanted(ADA, 19, 5), progress);
        mig.provision(wanted(BOB, 19, 6), progress);
        assertThat(mig.release(release(ADA, 19, 5), progress).removed()).isTrue();
        assertThat(mig.release(release(ADA, 19, 5), progress).removed()).isFalse();
        assertThat(mig.list()).containsExactly(BOB);
    }

    @Test
    void anInstanceSomebodyStillWorksOnStaysKnown() throws Exception {
        mig.provision(wanted(ADA, 19, 5), progress);
        Files.createFile(folder.resolve("busy"));
        assertThatThrownBy(() -> mig.release(release(ADA, 19, 5), progress)).hasMessageContaining("mig_in_use");
        Files.delete(folder.resolve("busy"));
        assertThat(mig.release(release(ADA, 19, 5), progress).removed()).isTrue();
    }

    @Test
    void instancesLostInARebootAreCreatedAgainAtTheSamePlace() throws Exception {
        mig.provision(wanted(ADA, 19, 5), progress);
        Files.delete(folder.resolve("instances"));
        assertThat(mig.list()).isEmpty();
        assertThat(mig.reapply()).isEmpty();
        assertThat(mig.list()).containsExactly(ADA);
        assertThat(calls("-cgi")).hasSize(2).allMatch(call -> call.contains("19:5"));
    }

    @Test
    void anInstanceThatCannotBeCreatedAgainIsReportedAndNotListed() throws Exception {
        mig.provision(wanted(ADA, 19, 5), progress);
        Files.delete(folder.resolve("instances"));
        Files.createFile(folder.resolve("full"));
        assertThat(mig.reapply()).singleElement().asString().contains(ADA.toString(), "Insufficient Resources");
        assertThat(mig.list()).isEmpty();
    }

    @Test
    void anInstanceWhoseMakingWasCutOffIsMadeAnew() throws Exception {
        Files.createFile(folder.resolve("cut-off"));
        assertThatThrownBy(() -> mig.provision(wanted(ADA, 19, 5), progress)).hasMessageContaining("mig_not_made");
        Files.delete(folder.resolve("cut-off"));
        assertThat(mig.provision(wanted(ADA, 19, 5), progress).uuid()).isEqualTo("MIG-00-8");
        assertThat(Files.readAllLines(folder.resolve("instances"))).containsExactly("8 19 5 yes");
    }

    @Test
    void aGpuThatMustBeResetFirstIsLeftAlone() throws Exception {
        Files.createFile(folder.resolve("needs-reset"));
        assertThatThrownBy(() -> mig.provision(wanted(ADA, 19, 5), progress)).hasMessageContaining("mig_mode_pending");
        assertThat(calls("-cgi")).isEmpty();
    }
}
