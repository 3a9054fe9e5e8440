package io.gpuaas.agent.recording;

/** Decides whether a terminal may go on when its recording cannot be written. */
public enum RecordingMode {
    /** The terminal goes on, and the recording marks the gap. */
    BEST_EFFORT,
    /** The terminal ends. */
    STRICT
}
