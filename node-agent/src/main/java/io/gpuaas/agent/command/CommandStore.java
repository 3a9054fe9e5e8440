package io.gpuaas.agent.command;

import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.ServerException;
import java.util.UUID;

/** Where output and ends of commands go. */
public interface CommandStore {

    /** Answers how many bytes of the stream are stored now. */
    long keep(UUID command, String stream, long offset, byte[] piece) throws ServerException;

    void report(UUID command, byte[] end) throws ServerException;

    static CommandStore of(ControlPlane controlPlane) {
        return new CommandStore() {
            @Override
            public long keep(UUID command, String stream, long offset, byte[] piece) throws ServerException {
                return controlPlane.keepCommandOutput(command, stream, offset, piece);
            }

            @Override
            public void report(UUID command, byte[] end) throws ServerException {
                controlPlane.reportCommand(command, end);
            }
        };
    }
}
