package io.gpuaas.controlplane.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of every object store. */
abstract class ObjectStoreContract {

    private static final ObjectName NAME = new ObjectName("recordings/a/00000001-abc");

    abstract ObjectStore store();

    @Test
    void anObjectIsReadBackUnchangedUntilItIsDeleted() throws Exception {
        byte[] bytes = new byte[700_000];
        new Random(3).nextBytes(bytes);
        store().put(NAME, bytes);
        assertThat(store().find(NAME).orElseThrow()).isEqualTo(bytes);
        store().put(NAME, new byte[] {1});
        assertThat(store().find(NAME).orElseThrow()).containsExactly(1);
        store().delete(NAME);
        assertThat(store().find(NAME)).isEmpty();
        store().delete(NAME);
    }

    @Test
    void anObjectIsReadFromAnyByteOn() throws Exception {
        byte[] bytes = new byte[300_000];
        new Random(5).nextBytes(bytes);
        store().put(NAME, bytes);
        try (InputStream whole = store().open(NAME, 0).orElseThrow();
                InputStream tail = store().open(NAME, 299_000).orElseThrow()) {
            assertThat(whole.readAllBytes()).isEqualTo(bytes);
            assertThat(tail.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 299_000, 300_000));
        }
        store().delete(NAME);
        assertThat(store().open(NAME, 0)).isEmpty();
    }

    @Test
    void namesLeadNowhereElse() {
        for (String name : new String[] {"../x", "a//b", "/a", "a/../b", "A", "a b", "", "a/.x"}) {
            assertThatThrownBy(() -> new ObjectName(name)).as(name).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
