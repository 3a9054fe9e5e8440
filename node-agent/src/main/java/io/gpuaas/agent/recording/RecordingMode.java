package io.gpuaas.agent.recording;

/** What becomes of a terminal whose recording cannot be written. */
public enum RecordingMode {
    /** It goes on, and the recording shows what is missing. */
    BEST_EFFORT,
    /** It ends. */
    STRICT
}
