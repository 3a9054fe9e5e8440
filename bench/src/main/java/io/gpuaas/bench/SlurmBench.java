package io.gpuaas.bench;

final class SlurmBench implements Bench.Benchmark {
    @Override
    public Options options() {
        return Options.of("nodes", "64");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        SlurmPeer slurm = SlurmPeer.start(workspace, options.number("nodes"));
        Bench.progress("started");
        Result result = new Result().figure("slurm", slurm.version());
        int jobs = options.number("nodes") * 8;
        double each = slurm.submitEach(jobs, 8);
        Bench.progress("each " + each);
        slurm.clear();
        Bench.progress("cleared");
        double array = slurm.submitArray(jobs);
        Bench.progress("array " + array);
        slurm.clear();
        for (int i = 0; i < 5; i++) {
            Bench.progress("idle " + slurm.submitOne());
            slurm.clear();
        }
        return result.figure("each", each).figure("array", array);
    }
}
