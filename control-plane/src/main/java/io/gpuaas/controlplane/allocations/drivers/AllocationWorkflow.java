package io.gpuaas.controlplane.allocations.drivers;

import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** The life of one allocation as Temporal keeps it: it calls, sleeps and is woken. It decides nothing. */
@WorkflowInterface
public interface AllocationWorkflow {

    @WorkflowMethod
    void follow(String allocationId);

    @SignalMethod
    void wake();
}
