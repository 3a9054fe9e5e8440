package io.gpuaas.sdk;

/** Where a client's tokens come from. Asked before every call, from any thread; answers one that is still valid. */
@FunctionalInterface
public interface TokenSource {

    String token();
}
