package org.moide.coordinator.plan;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.moide.commlib.port.FixedOrder;

/**
 * The settings that all engines of a run share.
 *
 * @param threads the number of compute threads of each engine; 0 for the engine's share of its machine's processors
 * @param memoryBytes the greatest heap of each engine; 0 for the engine's share of 70% of its machine's memory
 * @param jvmArguments additional arguments for the JVMs of engines; the coordinator's JVM does not get them
 * @param powers the powers that replace measured ones, by host name in the user's words; {@link #OWN_HOST} is the
 *     coordinator's machine
 * @param overcommit whether the run also uses processors that other runs already use
 */
public record EngineSettings(
        int threads, long memoryBytes, List<String> jvmArguments, Map<String, Double> powers, boolean overcommit) {
    /** The key in {@link #powers} for the coordinator's own machine. */
    public static final String OWN_HOST = "own";

    /**
     * The greatest number of compute threads of an engine. No machine has nearly as many processors, so a greater
     * number is a user's mistake.
     */
    public static final int MAX_THREADS = 4096;

    /** The smallest heap that has room for an engine's own classes and buffers. */
    public static final long LEAST_MEMORY_BYTES = 32L << 20;

    /** The greatest power that a user may set. No machine has as much, so a greater number is a user's mistake. */
    public static final double MOST_POWER = 1e12;

    /**
     * The options that may not be given for an engine's JVM, because with them the java command prints something and
     * ends, or runs another program.
     */
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
        powers = FixedOrder.copyOf(powers);
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

    /** Creates the settings of a run that does not use the processors of other runs. */
    public EngineSettings(int threads, long memoryBytes, List<String> jvmArguments, Map<String, Double> powers) {
        this(threads, memoryBytes, jvmArguments, powers, false);
    }

    /** Returns settings that fix nothing: threads, memory and power follow from each machine. */
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
