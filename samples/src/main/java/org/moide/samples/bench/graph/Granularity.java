package org.moide.samples.bench.graph;

import java.util.Comparator;
import java.util.List;

/**
 * Computes METG(50%), the minimum effective task granularity (Slaughter et al., §III): the shortest average task with
 * which a system still reaches half of the rate that it reaches with long tasks. Stateless.
 */
final class Granularity {
    /** The fraction of the best rate that counts as effective. */
    static final double EFFICIENCY = 0.5;

    private Granularity() {}

    /**
     * The measured times of tasks of one length.
     *
     * @param iterations the number of iterations of the kernel in each task
     * @param secondsPerTask the time that a thread takes for each task: time × threads / tasks
     */
    record Sample(long iterations, double secondsPerTask) {
        double rate() {
            return iterations / secondsPerTask;
        }
    }

    /** Returns the best rate of all samples, in iterations per second and thread. */
    static double peak(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::rate).max().orElse(0.0);
    }

    /**
     * Returns METG in seconds. It is interpolated logarithmically between the shortest tasks that are efficient enough
     * and the next shorter ones.
     *
     * @param peak the rate that counts as 100%
     * @return NaN if no tasks are efficient enough; if all tasks are, the length of the shortest
     */
    static double metg(List<Sample> samples, double peak) {
        List<Sample> fromSmall = samples.stream()
                .sorted(Comparator.comparingLong(Sample::iterations))
                .toList();
        for (int i = 0; i < fromSmall.size(); i++) {
            Sample sample = fromSmall.get(i);
            if (sample.rate() >= EFFICIENCY * peak) {
                return i == 0 ? sample.secondsPerTask() : between(sample, fromSmall.get(i - 1), peak);
            }
        }
        return Double.NaN;
    }

    private static double between(Sample enough, Sample tooLittle, double peak) {
        double above = Math.log(enough.rate() / peak / EFFICIENCY);
        double below = Math.log(EFFICIENCY / (tooLittle.rate() / peak));
        double part = above / (above + below);
        double logOfLarge = Math.log(enough.secondsPerTask());
        return Math.exp(logOfLarge + part * (Math.log(tooLittle.secondsPerTask()) - logOfLarge));
    }
}
