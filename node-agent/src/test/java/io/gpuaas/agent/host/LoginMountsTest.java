package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real mounts; those that {@link LinuxUsersTest} has go by the whole of a release. */
class LoginMountsTest {

    private static final int LEAVING = 1_985_001;
    private static final int OTHER = 1_985_002;
    private static final LoginIds IDS = LoginIds.of(LEAVING);
    private static final String NAME = "nobody-of-this-name";

    @TempDir
    Path folder;

    private Path connections;

    @SuppressWarnings("NullAway.Init")
    LoginMountsTest() {}

    @BeforeEach
    void makeConnections() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        connections = Files.createDirectories(folder.resolve("connections"));
    }

    private Path mountPoint(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name).resolve("mounted"));
    }

    /** Which systemd starts on a host, here another program. */
    @Test
    void anotherProcessOfThisProgramDoesIt() throws Exception {
        LoginMounts mounts = new LoginMounts(List.of("env", "--chdir=/"), connections);
        try (Mounted left = Mounted.dead(mountPoint("a"), LEAVING);
                Mounted others = Mounted.dead(mountPoint("b"), OTHER)) {
            assertThat(mounts.detach(IDS, NAME)).isOne();
            assertThat(left.isThere()).isFalse();
            assertThat(others.isThere()).isTrue();
        }
    }

    @Test
    void aProcessThatCannotBeStartedIsAFailureOfTheHost() throws Exception {
        LoginMounts mounts = new LoginMounts(List.of("false"), connections);
        try (Mounted _ = Mounted.dead(mountPoint("a"), LEAVING)) {
            assertThatThrownBy(() -> mounts.detach(IDS, NAME)).hasMessageContaining("mounts_remain");
        }
    }

    @Test
    void noProgramIsStartedWhenNothingIsMounted() throws Exception {
        Assumptions.assumeTrue(MountTable.ofThisProcess().userMounts().isEmpty(), "somebody has mounted something");
        assertThat(new LoginMounts(List.of("false"), connections).detach(IDS, NAME))
                .isZero();
    }

    /** Somebody who may move the folders on the way puts a link in their place. */
    @Test
    void aLinkOnTheWayToAMountLeadsNowhere() throws Exception {
        Path others = Files.createDirectories(folder.resolve("others/mounted"));
        Path way = folder.resolve("way");
        try (Mounted left = Mounted.dead(mountPoint("way"), LEAVING);
                Mounted kept = Mounted.memory(others)) {
            Path moved = Files.move(way, folder.resolve("moved"));
            Files.createSymbolicLink(way, Files.createDirectories(folder.resolve("others")));
            try (FolderHandle.Memory memory = new FolderHandle.Memory()) {
                MountTable.UserMount before = new MountTable.UserMount(
                        MountTable.ofThisProcess().userMounts().getFirst().id(),
                        way.resolve("mounted").toString(),
                        LEAVING);
                assertThat(LoginMounts.detach(memory, before, IDS)).isFalse();
            }
            assertThat(List.of(left, kept)).allMatch(Mounted::isThere);
            assertThat(new LoginMounts(List.of(), connections).detach(IDS, NAME))
                    .isOne();
            assertThat(left.isThere()).isFalse();
            assertThat(kept.isThere()).isTrue();
            Files.delete(moved.resolve("mounted"));
        }
    }

    /** Of a file system that is mounted in no namespace of ours; the kernel shows each as a folder of its user. */
    @Test
    void itsConnectionsAreAbortedWhereverTheyAreMounted() throws Exception {
        for (int user : List.of(LEAVING, OTHER)) {
            Path connection = Files.createDirectories(connections.resolve(Integer.toString(user)));
            Files.createFile(connection.resolve("abort"));
            Files.setAttribute(connection, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
        }
        assertThat(new LoginMounts(List.of(), connections).detach(IDS, NAME)).isOne();
        assertThat(connections.resolve(LEAVING + "/abort")).hasContent("1");
        assertThat(connections.resolve(OTHER + "/abort")).isEmptyFile();
    }

    @Test
    void onlyFileSystemsOfUsersAreListed() throws Exception {
        Path table = Files.writeString(folder.resolve("mountinfo"), """
                21 1 8:1 / / rw,relatime shared:1 master:7 - ext4 /dev/sda1 rw
                40 21 0:39 / /home/a\\040b/\\134x rw,nosuid shared:9 - fuse.sshfs host:user_id=7 rw,user_id=1001,group_id=5
                41 21 0:40 / /mnt/of-root rw - fuse.x x rw,user_id=0,group_id=0
                42 21 0:41 / /run/user/7 rw - tmpfs tmpfs rw,user_id=1001
                43 21 0:42 / /home/c ro - fuse y ro,user_id=4294967290,group_id=0
                """);
        assertThat(MountTable.read(table).userMounts())
                .containsExactly(
                        new MountTable.UserMount(40, "/home/a b/\\x", 1001),
                        new MountTable.UserMount(43, "/home/c", -6));
    }
}
