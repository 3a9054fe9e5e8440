package io.gpuaas.controlplane.objects;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileObjectsTest extends ObjectStoreContract {

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    FileObjectsTest() {}

    @Override
    ObjectStore store() {
        return new FileObjects(folder);
    }
}
