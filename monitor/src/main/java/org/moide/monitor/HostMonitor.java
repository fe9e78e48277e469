package org.moide.monitor;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.moide.commlib.port.Ticker;
import org.moide.monitor.power.PowerSource;

/**
 * Keeps one host's load and makes its reports. Starts no thread: {@link HostMonitorDriver}, or a caller that asks,
 * makes it look.
 *
 * <p>Any thread. One lock guards the samples and is held while the host is read (a millisecond or two); the power is
 * measured outside of it.
 */
public final class HostMonitor {
    /** Finding our processes costs more than looking at them. */
    private static final long OURS_NANOS = 5_000_000_000L;

    private final HostProbe probe;
    private final PowerSource power;
    private final Ticker ticker;
    private final Supplier<Set<Long>> ourProcesses;
    private final Object lock = new Object();
    // All below: guarded by lock.
    private final MachineFacts facts;
    private final SmoothedLoad load;
    private final HostHistory history;
    private Set<Long> ours = Set.of();
    private long oursNanos;
    private long availableMemoryBytes;

    /**
     * Reads the host's facts and a first sample.
     *
     * @param ourProcesses the process IDs whose work counts as ours, asked at every sample
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

    /** Looks at the host now. */
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

    /** The moments of the last so many looks, the oldest first; ten minutes at most. */
    public List<HostMoment> history(int looks) {
        synchronized (lock) {
            return history.newest(looks);
        }
    }

    /** The facts about the host; does not look again. */
    public MachineFacts facts() {
        return facts;
    }

    /**
     * Looks at the host and reports. Blocks for some hundred milliseconds if the power is not known yet.
     */
    public HostReport report() {
        power.power(usable(processors())); // the look comes after what it measures
        sample();
        return lastReport();
    }

    /** Reports like {@link #report}, by what was seen last: for those who look by themselves. */
    public HostReport lastReport() {
        // What this process may use can change while it runs (a container's quota), so it is asked each time.
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
                    List.of());
        }
    }

    /** How many processors this process may use now. */
    public int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** The JDK counts a part of a processor as a whole one. What was allowed at first may have been changed since. */
    private double usable(int processors) {
        double allowed = facts.limits().processors();
        return allowed > processors - 1 && allowed < processors ? allowed : processors;
    }

    /** The numbers of this process and of all that it started, as {@code ourProcesses}. */
    public static Set<Long> thisProcessAndItsChildren() {
        ProcessHandle self = ProcessHandle.current();
        return Stream.concat(Stream.of(self), self.descendants())
                .map(ProcessHandle::pid)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Vendor and version of the JVM that runs this. */
    public static String jvmOfThisProcess() {
        return System.getProperty("java.vm.vendor", "unknown") + " " + System.getProperty("java.vm.version", "");
    }
}
