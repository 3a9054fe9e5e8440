package io.gpuaas.agent.task;

import io.gpuaas.agent.wire.ControlPlane.EventsAnswer;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.agent.wire.TaskEvent;
import io.gpuaas.agent.wire.TaskKey;
import java.util.List;

/** The call that takes events to the server. */
@FunctionalInterface
public interface EventPost {

    EventsAnswer post(TaskKey task, List<TaskEvent> events) throws ServerException;
}
