package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.task.TaskFailure;
import java.util.function.Predicate;

/** Programs of the host without which a task fails. */
final class Programs {

    private Programs() {}

    static Program.Finished require(String code, Program program) throws TaskFailure, InterruptedException {
        return require(code, program, Program.Finished::isSuccess);
    }

    static Program.Finished require(String code, Program program, Predicate<Program.Finished> good)
            throws TaskFailure, InterruptedException {
        try {
            Program.Finished finished = program.run();
            if (!good.test(finished)) {
                throw TaskFailure.failed(code, finished.complaint());
            }
            return finished;
        } catch (ProgramException e) {
            throw TaskFailure.failed(code, "a program of the host did not do its work", e);
        }
    }
}
