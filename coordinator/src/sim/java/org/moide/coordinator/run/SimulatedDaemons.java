package org.moide.coordinator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.host.EngineStarter;
import org.moide.engine.host.LaunchOrder;
import org.moide.engine.host.WorkFolders;
import org.moide.engine.loading.JarCache;

/**
 * The engine daemons of a simulated cluster, one on each host. Used by one simulated thread at a time, or by the test's
 * thread while no simulated thread runs.
 */
final class SimulatedDaemons implements AutoCloseable {
    /** The default time of a JVM's start. */
    private static final Duration JVM_START = Duration.ofMillis(60);

    private final SimCluster cluster;
    private final RandomGenerator chance;
    private final Map<String, SimulatedDaemon> daemons = new LinkedHashMap<>(); // by host name
    private final Set<String> names = new HashSet<>();
    private final Path folder;
    private final JarCache jars;
    private final WorkFolders folders;
    private Duration jvmStart = JVM_START;

    /**
     * Starts the daemons.
     *
     * @param engines returns the code for a process that a daemon starts, given the process's node and its order
     */
    SimulatedDaemons(SimCluster cluster, List<String> hosts, BiFunction<SimNode, LaunchOrder, EngineStarter> engines) {
        this.cluster = cluster;
        this.chance = cluster.queue().random("daemons");
        try {
            // The folder stays empty, since these runs ship no files.
            this.folder = Files.createTempDirectory("moide-simulated-daemons-");
            this.jars = new JarCache(folder, 1);
            this.folders = new WorkFolders(folder.resolve("work"), "host", note -> {});
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        for (String host : hosts) {
            SimulatedDaemon daemon = new SimulatedDaemon(host, this, engines);
            daemons.put(host, daemon);
            daemon.start();
        }
    }

    Collection<SimulatedDaemon> all() {
        return daemons.values();
    }

    /** Returns the daemon on this host; null if there is no such host. */
    @Nullable
    SimulatedDaemon on(String host) {
        return daemons.get(host);
    }

    /** Returns the child that runs in this process; null if no daemon started it. */
    @Nullable
    SimulatedChild childIn(SimNode process) {
        return all().stream()
                .flatMap(daemon -> daemon.children().stream())
                .filter(child -> child.process() == process)
                .findFirst()
                .orElse(null);
    }

    /** Starts those daemons again that are gone. */
    void heal() {
        all().stream().filter(daemon -> !daemon.isAlive()).forEach(SimulatedDaemon::start);
    }

    boolean areIdle() {
        return all().stream().allMatch(SimulatedDaemon::isIdle);
    }

    /** Sets how long a JVM takes to start from now on. */
    void startJvmsIn(Duration span) {
        jvmStart = span;
    }

    Duration jvmStart() {
        return jvmStart;
    }

    SimCluster cluster() {
        return cluster;
    }

    RandomGenerator chance() {
        return chance;
    }

    JarCache jars() {
        return jars;
    }

    WorkFolders folders() {
        return folders;
    }

    /** Creates a process for an engine, with a name that no process has had. */
    SimNode newProcess(LaunchOrder order, String host) {
        String name = order.role() + (order.runId().equals("sim0") ? "" : " of " + order.runId());
        while (!names.add(name)) {
            name += "'";
        }
        return cluster.node(name, host);
    }

    @Override
    public void close() {
        folders.close();
        try (Stream<Path> left = Files.walk(folder)) {
            for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
