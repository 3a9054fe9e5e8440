// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.ProjectId;
import java.io.InputStream;
import java.util.Map;

/** Programs run in allocations without a terminal, and their output. */
public final class CommandsApi {

    private final Transport transport;

    CommandsApi(Transport transport) {
        this.transport = transport;
    }

    /** Get another token for your own command. */
    public CommandAccess attachCommand(ProjectId projectId, AllocationId allocationId, CommandId commandId) {
        return attachCommand(projectId, allocationId, commandId, IdempotencyKey.random());
    }

    /** Get another token for your own command, under a key you chose: the same key again answers the same and does nothing more. */
    public CommandAccess attachCommand(ProjectId projectId, AllocationId allocationId, CommandId commandId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/attach")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .path("command_id", commandId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, CommandAccess.class);
    }

    /** End a command. */
    public Command cancelCommand(ProjectId projectId, AllocationId allocationId, CommandId commandId) {
        return cancelCommand(projectId, allocationId, commandId, IdempotencyKey.random());
    }

    /** End a command, under a key you chose: the same key again answers the same and does nothing more. */
    public Command cancelCommand(ProjectId projectId, AllocationId allocationId, CommandId commandId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/cancel")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .path("command_id", commandId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Command.class);
    }

    /** Get a command. */
    public Command getCommand(ProjectId projectId, AllocationId allocationId, CommandId commandId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .path("command_id", commandId)
                .accept("application/json");
        return transport.send(call, Command.class);
    }

    /** List an allocation's commands, newest first. */
    public CommandPage listCommands(ProjectId projectId, AllocationId allocationId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .page(page)
                .accept("application/json");
        return transport.send(call, CommandPage.class);
    }

    /** Read the stored output of a command. */
    public InputStream readCommandOutput(ProjectId projectId, AllocationId allocationId, CommandId commandId, ReadCommandOutputFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/output")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .path("command_id", commandId)
                .query(filter.parameters())
                .accept("application/octet-stream");
        return transport.stream(call);
    }

    /** Run a program in an allocation. */
    public CommandAccess startCommand(ProjectId projectId, AllocationId allocationId, StartCommand startCommand) {
        return startCommand(projectId, allocationId, startCommand, IdempotencyKey.random());
    }

    /** Run a program in an allocation, under a key you chose: the same key again answers the same and does nothing more. */
    public CommandAccess startCommand(ProjectId projectId, AllocationId allocationId, StartCommand startCommand, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(startCommand)
                .accept("application/json");
        return transport.send(call, CommandAccess.class);
    }

    /** Filters of {@code readCommandOutput}. */
    public record ReadCommandOutputFilter(Map<String, String> parameters) {

        public ReadCommandOutputFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ReadCommandOutputFilter none() {
            return new ReadCommandOutputFilter(Map.of());
        }

        public ReadCommandOutputFilter stream(CommandOutput stream) {
            return new ReadCommandOutputFilter(Parameters.with(parameters, "stream", stream));
        }

        public ReadCommandOutputFilter offset(Long offset) {
            return new ReadCommandOutputFilter(Parameters.with(parameters, "offset", offset));
        }
    }
}
