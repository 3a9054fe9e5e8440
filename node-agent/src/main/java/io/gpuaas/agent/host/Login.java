package io.gpuaas.agent.host;

import java.util.List;
import java.util.Map;

/** A person's account, on the host itself or in a virtual machine of it. Nothing is started yet. */
public interface Login {

    /** For a pseudo terminal. */
    Shell shell();

    /** Another program than the shell, as the same user, in the home and with the same limits. */
    Shell running(List<String> program);

    /** The same with variables of the person's, which count for the program and for nothing that runs before it. */
    Shell running(List<String> program, Map<String, String> variables);
}
