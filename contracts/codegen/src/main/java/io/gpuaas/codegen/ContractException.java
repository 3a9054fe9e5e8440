package io.gpuaas.codegen;

/** The contract, or a tool that reads it, is at fault; the message tells the engineer what to correct. */
final class ContractException extends RuntimeException {
    ContractException(String message) {
        super(message);
    }
}
