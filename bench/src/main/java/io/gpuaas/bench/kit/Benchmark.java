package io.gpuaas.bench.kit;

/** A benchmark: the options it accepts, and a run in a workspace of its own. */
public interface Benchmark {

    Options options();

    Result run(Workspace workspace, Options options) throws Exception;
}
