package org.moide.monitor;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.moide.commlib.port.Ticker;
import org.moide.monitor.power.PowerSource;

/**
 * Samples one host's load and makes its reports. It starts no thread: a {@link HostMonitorDriver}, or a caller of
 * {@link #report}, makes it take samples.
 *
 * <p>Any thread may call it. One lock guards the samples and is held while the host is read (a millisecond or two).
 * The power is measured without the lock.
 */
public final class HostMonitor {
    /**
     * How long the list of MOIDE's processes is used before the processes are searched for again: finding them costs
     * more than reading their load.
     */
    private static final long OURS_NANOS = 5_000_000_000L;

    private final HostProbe probe;
    private final PowerSource power;
    private final Ticker ticker;
    private final Supplier<Set<Long>> ourProcesses;
    private final Object lock = new Object();
    // guarded by lock, like all fields below
    private final MachineFacts facts;
    private final SmoothedLoad load;
    private final HostHistory history;
    private Set<Long> ours = Set.of();
    private long oursNanos;
    private long availableMemoryBytes;

    /**
     * Creates a monitor; reads the host's facts and a first sample.
     *
     * @param ourProcesses returns the process IDs whose load counts as MOIDE's own; called repeatedly
     */
    public HostMonitor(HostProbe probe, PowerSource power, Ticker ticker, Supplier<Set<Long>> ourProcesses) {
        this.probe = probe;
        this.power = power;
        this.ticker = ticker;
        this.ourProcesses = ourProcesses;
        this.facts = probe.facts();
        this.load = new SmoothedLoad(facts.machineProcessors());
        this.history = new HostHistory(facts.machineProcessors());
        this.oursNanos = ticker.nanoTime() - OURS_NANOS;
        sample();
    }

    /** Reads the host's current load, and adds it to the samples. */
    public void sample() {
        synchronized (lock) {
            long now = ticker.nanoTime();
            if (now - oursNanos >= OURS_NANOS) {
                ours = ourProcesses.get();
                oursNanos = now;
            }
            LoadSample sample = probe.sample(ours);
            load.add(sample, now, () -> probe.runQueue(ours));
            history.add(sample, now);
            availableMemoryBytes =
                    Math.min(sample.availableMemoryBytes(), facts.limits().memoryBytes());
        }
    }

    /**
     * Returns the host's use in the latest intervals between samples, at most {@code looks} of them, oldest first; ten
     * minutes at most.
     */
    public List<HostMoment> history(int looks) {
        synchronized (lock) {
            return history.newest(looks);
        }
    }

    /** Returns the facts about the host, without reading it again. */
    public MachineFacts facts() {
        return facts;
    }

    /** Takes a sample and returns a report. Blocks for some hundred milliseconds if the power is not known yet. */
    public HostReport report() {
        power.power(usable(processors())); // before the sample, since it takes time
        sample();
        return lastReport();
    }

    /** Returns a report from the latest sample, for callers that take samples themselves. */
    public HostReport lastReport() {
        // The number of processors that this process may use can change while it runs (a container's quota).
        int processors = processors();
        double hostPower = power.power(usable(processors));
        synchronized (lock) {
            double others = load.others();
            return new HostReport(
                    facts,
                    jvmOfThisProcess(),
                    processors,
                    availableMemoryBytes,
                    others + load.ours(),
                    load.ours(),
                    hostPower,
                    1 + others / facts.machineProcessors(),
                    List.of(),
                    load.use());
        }
    }

    /** Returns how many processors the operating system lets this process use now. */
    public int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /**
     * Returns the processors that this process may use, with the fraction that a container's limit allows. The JDK
     * gives {@code processors}, which is rounded up. If the limit, which was read at the start, no longer fits that
     * number, the rounded number is returned.
     */
    private double usable(int processors) {
        double allowed = facts.limits().processors();
        return allowed > processors - 1 && allowed < processors ? allowed : processors;
    }

    /**
     * Returns the process IDs of this process and of all that it started, to be used as {@link HostMonitor}'s
     * {@code ourProcesses}.
     */
    public static Set<Long> thisProcessAndItsChildren() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.concat(Stream.of(self), self.descendants())
                .map(ProcessHandle::pid)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the vendor and version of this process's JVM, on which the measured power depends. */
    public static String jvmOfThisProcess() {
        return System.getProperty("java.vm.vendor", "unknown") + " " + System.getProperty("java.vm.version", "");
    }
}
