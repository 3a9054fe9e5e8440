package io.gpuaas.api;

/** An enum of the contract, which is written on the wire otherwise than in Java. */
public interface WireValue {
    String wire();
}
