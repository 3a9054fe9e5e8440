package io.gpuaas.agent.task;

/** The payload of a task of one type. The records are written by hand after contracts/node-tasks. */
public sealed interface TaskPayload
        permits MigTasks.Payload,
                UserTasks.Payload,
                TerminalTasks.Payload,
                FileTasks.Payload,
                CommandTasks.Payload,
                SshTasks.Payload,
                SliceTasks.Payload,
                OciTasks.Payload,
                NodeTaskPayloads.Payload {}
