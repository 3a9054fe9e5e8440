package io.gpuaas.agent.task;

/** What a task of one type is told. The records are the hand-written twins of contracts/node-tasks. */
public sealed interface TaskPayload
        permits MigTasks.Payload,
                UserTasks.Payload,
                TerminalTasks.Payload,
                FileTasks.Payload,
                SliceTasks.Payload,
                OciTasks.Payload,
                NodeTasks.Payload {}
