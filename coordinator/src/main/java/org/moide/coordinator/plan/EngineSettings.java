package org.moide.coordinator.plan;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The settings of each engine.
 *
 * @param threads compute threads of each engine; 0 for its part of its machine's processors
 * @param memoryBytes the most that each engine's heap may take; 0 for its part of 70% of its machine's memory
 * @param jvmArguments additional arguments for the JVMs of engines other than the coordinator's own
 * @param powers the powers to assume instead of the measured ones, by host as it was named; {@link #OWN_HOST} for
 *     this JVM
 * @param overcommit whether processors are taken that other runs have
 */
public record EngineSettings(
        int threads, long memoryBytes, List<String> jvmArguments, Map<String, Double> powers, boolean overcommit) {
    /** The name under which {@link #powers} holds the coordinator's own machine. */
    public static final String OWN_HOST = "own";

    /**
     * The most compute threads of an engine, far above the processors of any machine. A greater number is a mistake.
     */
    public static final int MAX_THREADS = 4096;

    /** The smallest heap that holds an engine's own classes and buffers. */
    public static final long LEAST_MEMORY_BYTES = 32L << 20;

    /** The greatest power, more than any machine has. A greater number is a mistake. */
    public static final double MOST_POWER = 1e12;

    /** Arguments with which java prints something and ends, or runs something else. */
    private static final Set<String> NO_ENGINE = Set.of(
            "-version",
            "--version",
            "-fullversion",
            "--full-version",
            "-help",
            "--help",
            "-h",
            "-?",
            "-X",
            "--help-extra",
            "-jar",
            "-cp",
            "-classpath",
            "--class-path",
            "-m",
            "--module",
            "--dry-run",
            "--list-modules",
            "--validate-modules");

    public EngineSettings {
        jvmArguments = List.copyOf(jvmArguments);
        powers = Map.copyOf(powers);
        if (threads < 0 || threads > MAX_THREADS) {
            throw new PlanException("--threads: expected 1 to " + MAX_THREADS + ", found " + threads);
        }
        if (memoryBytes != 0 && memoryBytes < LEAST_MEMORY_BYTES) {
            throw new PlanException("--engine-memory: expected at least " + MemorySize.text(LEAST_MEMORY_BYTES)
                    + ", found " + MemorySize.text(memoryBytes));
        }
        for (String argument : jvmArguments) {
            if (!argument.startsWith("-")) {
                throw new PlanException("--jvm-arg: expected an option of java such as -Xss2m, found '" + argument
                        + "'; write --jvm-arg=" + argument + " with its dash");
            }
            if (NO_ENGINE.contains(argument)) {
                throw new PlanException("--jvm-arg: expected an option of java such as -Xss2m, found '" + argument
                        + "', with which java starts no engine");
            }
        }
        for (Map.Entry<String, Double> power : powers.entrySet()) {
            if (!(power.getValue() > 0 && power.getValue() < MOST_POWER)) {
                throw new PlanException(
                        "--power: expected a number above 0 for " + power.getKey() + ", found " + power.getValue());
            }
        }
    }

    /** Makes the settings of a run that leaves other runs the processors that they have. */
    public EngineSettings(int threads, long memoryBytes, List<String> jvmArguments, Map<String, Double> powers) {
        this(threads, memoryBytes, jvmArguments, powers, false);
    }

    /** Returns settings by which everything is measured. */
    public static EngineSettings measured() {
        return new EngineSettings(0, 0, List.of(), Map.of());
    }

    @Override
    public String toString() {
        return (threads == 0 ? "threads by processors" : threads + " threads each")
                + (memoryBytes == 0 ? ", memory shared by default" : ", " + (memoryBytes >> 20) + " MiB each")
                + (jvmArguments.isEmpty() ? "" : ", java " + String.join(" ", jvmArguments))
                + (powers.isEmpty() ? "" : ", powers " + new TreeMap<>(powers))
                + (overcommit ? ", beside other runs" : "");
    }
}
