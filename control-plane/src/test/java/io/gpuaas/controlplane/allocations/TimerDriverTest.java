package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.TestControlPlane;

class TimerDriverTest extends LifecycleDriverContract {

    @Override
    TestControlPlane plane() {
        return TestControlPlane.shared();
    }
}
