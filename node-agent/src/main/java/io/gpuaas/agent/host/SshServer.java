package io.gpuaas.agent.host;

/** How the SSH server of a login is reached. Nothing is connected or started yet. */
public sealed interface SshServer {

    /** A server that listens. */
    record Address(String host, int port) implements SshServer {}

    /** A server that serves one connection over its standard input and output. */
    record Served(Shell program) implements SshServer {}
}
