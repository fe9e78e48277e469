package org.moide.coordinator.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.control.Timing;
import org.moide.engine.host.ChildListener;
import org.moide.engine.host.DaemonPorts;
import org.moide.engine.host.DaemonSettings;
import org.moide.engine.host.EngineChild;
import org.moide.engine.host.EngineStarter;
import org.moide.engine.host.HostEngineDaemon;
import org.moide.engine.host.JavaCommand;
import org.moide.engine.host.LaunchOrder;
import org.moide.engine.host.PortRange;
import org.moide.monitor.ContainerLimits;
import org.moide.monitor.HostFigures;
import org.moide.monitor.HostMonitor;
import org.moide.monitor.HostProbe;
import org.moide.monitor.LoadSample;
import org.moide.monitor.MachineFacts;
import org.moide.monitor.RunQueue;
import org.moide.monitor.power.PowerSource;

/**
 * A host with an engine daemon: the real daemon in a simulated process, whose child processes are also simulated. Used
 * by one simulated thread at a time, or by the test's thread while no simulated thread runs.
 */
final class SimulatedDaemon {
    /** The time that engines get to leave when the daemon ends, as in {@code moide engine}. */
    private static final Duration LEAVE = Duration.ofSeconds(25);

    private static final long MEMORY_BYTES = 1L << 30;

    private final String host;
    private final SimulatedDaemons all;
    private final BiFunction<SimNode, LaunchOrder, EngineStarter> engines;
    private final List<SimulatedChild> children = new ArrayList<>(); // of all daemons that ran here
    private @Nullable SimNode process;
    private @Nullable HostEngineDaemon daemon;
    private List<String> running = new ArrayList<>();

    SimulatedDaemon(String host, SimulatedDaemons all, BiFunction<SimNode, LaunchOrder, EngineStarter> engines) {
        this.host = host;
        this.all = all;
        this.engines = engines;
    }

    /** Starts the daemon, for the first time or again. */
    void start() {
        SimCluster cluster = all.cluster();
        SimNode before = process;
        SimNode started = before == null ? cluster.node("daemon-of-" + host, host) : cluster.restart(before);
        process = started;
        running = new ArrayList<>();
        DaemonPorts ports = new DaemonPorts(
                started.space(),
                new Surroundings(
                        started.ticker(), started.signals(), watched(started.threads("d"), running), started.faults()),
                (command, order, folder, listener) -> launch(started, order, listener),
                Timing.USUAL);
        DaemonSettings settings = new DaemonSettings(
                host, List.of(), new byte[0], PortRange.ANY, host, List.of(), true, JavaCommand.likeThis("simulated"));
        daemon = new HostEngineDaemon(
                settings,
                ports,
                all.jars(),
                all.folders(),
                new HostMonitor(new StillHost(host), PowerSource.fixed(1), started.ticker(), Set::of));
        daemon.start();
    }

    /**
     * Returns a thread factory that keeps the names of its running threads in a list.
     *
     * @param running the list; a name is removed when its thread ends
     */
    private static ThreadFactory watched(ThreadFactory threads, List<String> running) {
        return task -> threads.newThread(() -> {
            String name = Thread.currentThread().getName();
            running.add(name);
            try {
                task.run();
            } finally {
                running.remove(name);
            }
        });
    }

    private EngineChild launch(SimNode parent, LaunchOrder order, ChildListener listener) {
        HostEngineDaemon maker = daemon;
        SimNode started = all.newProcess(order, host);
        SimulatedChild child = new SimulatedChild(
                all.cluster(), parent, started, order, listener, () -> requireNoMore(maker, parent), all.chance());
        children.add(child);
        child.start(engines.apply(started, order), all.jvmStart());
        return child;
    }

    String host() {
        return host;
    }

    /** Returns the port on which the daemon listens. */
    int port() {
        return process.reference().port();
    }

    /**
     * Returns the process in which the daemon runs. If the daemon is gone, returns the process in which it ran last.
     */
    SimNode process() {
        return process;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    List<SimulatedChild> children() {
        return children;
    }

    /**
     * Returns whether the daemon has nothing to do with any run: it has no engine, and no thread that would still
     * report an engine to a coordinator.
     */
    boolean isIdle() {
        return !isAlive()
                || (daemon.runs().isEmpty()
                        && daemon.engines() == 0
                        && running.stream().allMatch("daemon-control"::equals));
    }

    // --- what happens to it

    /** Kills the daemon's process. The pipes to its children close, so that they end. */
    void kill() {
        if (isAlive()) {
            all.cluster().kill(process);
            children.forEach(SimulatedChild::orphan);
        }
    }

    /** Cuts the host's power. All processes on the host are gone, and no process elsewhere is told. */
    void losePower() {
        for (SimulatedChild child : children) {
            if (child.process().isAlive()) {
                all.cluster().losePower(child.process());
            }
        }
        if (isAlive()) {
            all.cluster().losePower(process);
        }
    }

    /**
     * Tells the daemon to end. The daemon first lets its engines leave their runs, and then ends those that have not
     * left.
     */
    void end() {
        if (isAlive()) {
            SimNode ending = process;
            HostEngineDaemon told = daemon;
            ending.serve("end", () -> {
                try {
                    told.leave(LEAVE);
                } catch (InterruptedException hurried) {
                    Thread.currentThread().interrupt();
                }
                told.close();
                ending.after(
                        Duration.ZERO, "exit of " + ending, () -> all.cluster().kill(ending));
            });
        }
    }

    /** Throws if the daemon still counts an engine of whose end it was told. */
    private void requireNoMore(HostEngineDaemon maker, SimNode parent) {
        long there = children.stream()
                .filter(child -> child.parent() == parent && !child.isKnownToHaveEnded())
                .count();
        int known = maker.engines();
        if (known > there) {
            String what = "expected " + there + " engines that are left on " + host + ", found " + known;
            parent.faults().onFault("daemon", new IllegalStateException(what));
        }
    }

    @Override
    public String toString() {
        return isAlive() ? process + " with " + daemon.runs() + " and " + running : "no daemon on " + host;
    }

    private record StillHost(String host) implements HostProbe {
        @Override
        public MachineFacts facts() {
            return new MachineFacts(host, host, "none", "none", 1, MEMORY_BYTES, ContainerLimits.NONE);
        }

        @Override
        public LoadSample sample(Set<Long> ourProcesses) {
            return new LoadSample(0, Map.of(), MEMORY_BYTES, HostFigures.NONE);
        }

        @Override
        public RunQueue runQueue(Set<Long> ourProcesses) {
            return new RunQueue(0, 0);
        }
    }
}
