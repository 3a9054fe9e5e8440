package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.api.Command;
import io.gpuaas.api.CommandAccess;
import io.gpuaas.api.CommandOutput;
import io.gpuaas.api.CommandPage;
import io.gpuaas.api.CommandsApi;
import io.gpuaas.api.StartCommand;
import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.ProjectId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class CommandsHandler implements CommandsApi {

    private static final String LISTING = "commands";

    private final Commands commands;
    private final CommandStore store;
    private final CommandOutputs outputs;
    private final AllocationLogins logins;

    CommandsHandler(Commands commands, CommandStore store, CommandOutputs outputs, AllocationLogins logins) {
        this.commands = commands;
        this.store = store;
        this.outputs = outputs;
        this.logins = logins;
    }

    @Override
    public CommandPage listCommands(
            ProjectId project, AllocationId allocation, Integer limit, @Nullable String cursor) {
        if (!logins.exists(project, allocation)) {
            throw CommandErrors.noSuchAllocation();
        }
        List<CommandRecord> rows =
                store.list(allocation, PageCursor.decode(LISTING, cursor, UUID::fromString), limit + 1);
        return new CommandPage(
                commands.view(PageCursor.page(rows, limit)), PageCursor.next(LISTING, rows, limit, CommandRecord::id));
    }

    @Override
    public CommandAccess startCommand(ProjectId project, AllocationId allocation, StartCommand wanted) {
        return commands.start(project, allocation, wanted);
    }

    @Override
    public Command getCommand(ProjectId project, AllocationId allocation, CommandId command) {
        return commands.view(List.of(commands.require(project, allocation, command)))
                .getFirst();
    }

    @Override
    public CommandAccess attachCommand(ProjectId project, AllocationId allocation, CommandId command) {
        return commands.attach(project, allocation, command);
    }

    @Override
    public Command cancelCommand(ProjectId project, AllocationId allocation, CommandId command) {
        return commands.cancel(project, allocation, command);
    }

    @Override
    public StreamingResponseBody readCommandOutput(
            ProjectId project,
            AllocationId allocation,
            CommandId command,
            @Nullable CommandOutput stream,
            @Nullable Long offset) {
        CommandRecord found = commands.require(project, allocation, command);
        return outputs.read(
                found.id(),
                Objects.requireNonNullElse(stream, CommandOutput.STDOUT),
                Objects.requireNonNullElse(offset, 0L));
    }
}
