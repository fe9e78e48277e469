package org.moide.coordinator.run.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.sim.HostLoad;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.copies.CopyTree;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.engine.control.Timing;
import org.moide.engine.host.DaemonPorts;
import org.moide.engine.host.DaemonSettings;
import org.moide.engine.host.HostEngineDaemon;
import org.moide.engine.host.JavaCommand;
import org.moide.engine.host.PortRange;
import org.moide.engine.host.WorkFolders;
import org.moide.engine.loading.JarCache;
import org.moide.engine.loading.JarReference;
import org.moide.engine.loading.KnownDigests;
import org.moide.monitor.ContainerLimits;
import org.moide.monitor.HostFigures;
import org.moide.monitor.HostMonitor;
import org.moide.monitor.HostProbe;
import org.moide.monitor.LoadSample;
import org.moide.monitor.MachineFacts;
import org.moide.monitor.RunQueue;
import org.moide.monitor.power.PowerSource;

/** Tests how an application's jars are copied to real daemons and from daemon to daemon, over a simulated network. */
class JarShippingTest {
    private static final int SEEDS = Integer.getInteger("moide.seeds", 300) / 10;
    private static final Duration MOST = Duration.ofSeconds(100);
    private static final Duration LONG = Duration.ofHours(1);
    private static final int FEWEST = 8;

    @TempDir
    Path folder;

    /** Several daemons, each with its own cache of jars, and a coordinator that ships a jar to them. */
    private final class Hosts implements AutoCloseable {
        final SimCluster cluster;
        final SimNode home;
        final List<SimNode> nodes = new ArrayList<>();
        final List<JarCache> caches = new ArrayList<>();
        final List<SimNode> served = new ArrayList<>();
        final JarReference jar;
        private final JarShipping shipping;
        private int over;

        Hosts(long seed, int hosts, int jarBytes, boolean fromHostToHost) throws IOException {
            this.cluster = new SimCluster(seed);
            this.home = cluster.node("coordinator");
            Path here = Files.createDirectories(folder.resolve(seed + "-" + hosts + fromHostToHost));
            byte[] content = new byte[jarBytes];
            new SplittableRandom(seed).nextBytes(content);
            Path file = Files.write(here.resolve("application.jar"), content);
            this.jar = JarReference.of(file);
            for (int host = 0; host < hosts; host++) {
                JarCache cache = new JarCache(here.resolve("cache-" + host), 1 << 30);
                caches.add(cache);
                nodes.add(daemon("node" + host, cache, here.resolve("work-" + host)));
            }
            RunPorts ports = new RunPorts(
                    home.space(),
                    new Surroundings(home.ticker(), home.signals(), home.threads("c"), home.faults()),
                    Timing.USUAL);
            ShippedApplication shipped = new ShippedApplication(
                    List.of(file), RunFiles.NONE, PackedFolders.ofOneRun(new KnownDigests(() -> Instant.EPOCH)));
            this.shipping = new JarShipping(shipped, new CopyTree(fromHostToHost ? hosts : 0, FEWEST), 1, ports);
        }

        private SimNode daemon(String name, JarCache cache, Path work) throws IOException {
            SimNode node = cluster.node(name);
            DaemonPorts ports = new DaemonPorts(
                    node.space(),
                    new Surroundings(node.ticker(), node.signals(), node.threads("d"), node.faults()),
                    (command, order, given, listener) -> {
                        throw new UnsupportedOperationException("no engines here");
                    },
                    Timing.USUAL);
            DaemonSettings settings = new DaemonSettings(
                    name, List.of(), new byte[0], PortRange.ANY, name, List.of(), true, JavaCommand.likeThis("none"));
            HostMonitor monitor = new HostMonitor(new StillHost(name), PowerSource.fixed(1), node.ticker(), Set::of);
            new HostEngineDaemon(settings, ports, cache, new WorkFolders(work, "host", note -> {}), monitor).start();
            return node;
        }

        /** Ships the jar to all daemons in parallel, again and again until each daemon has it or is dead. */
        void ship() {
            for (SimNode node : nodes) {
                home.start("to " + node, () -> {
                    try {
                        while (node.isAlive()) {
                            try {
                                shipping.sendTo(node.reference(), MOST, "r1");
                                served.add(node);
                                break;
                            } catch (CommException again) {
                                home.compute(Duration.ofMillis(100));
                            }
                        }
                    } catch (InterruptedException stop) {
                        Thread.currentThread().interrupt();
                    }
                    over++;
                });
            }
            cluster.runUntil(() -> over == nodes.size(), LONG);
        }

        boolean has(int host) {
            return caches.get(host).missing(List.of(jar.digest())).isEmpty();
        }

        double seconds() {
            return cluster.queue().nanoTime() / 1e9;
        }

        @Override
        public void close() {
            shipping.close();
            cluster.close();
        }
    }

    private record StillHost(String host) implements HostProbe {
        @Override
        public MachineFacts facts() {
            return new MachineFacts(host, host, "none", "none", 1, 1 << 30, ContainerLimits.NONE);
        }

        @Override
        public LoadSample sample(Set<Long> ourProcesses) {
            return new LoadSample(0, Map.of(), 1 << 30, HostFigures.NONE);
        }

        @Override
        public RunQueue runQueue(Set<Long> ourProcesses) {
            return new RunQueue(0, 0);
        }
    }

    @Test
    void shouldGiveAJarFromHostToHostSoThatLittleLeavesFromHere() throws IOException {
        int hosts = 64;
        int bytes = 200_000;
        double[] seconds = new double[2];
        long[] fromHere = new long[2];
        for (boolean fromHostToHost : List.of(false, true)) {
            try (Hosts played = new Hosts(1, hosts, bytes, fromHostToHost)) {
                HostLoad<SimNode> load = played.cluster.load(Duration.ofNanos(20_000), 1.25e6);
                played.ship();
                assertThat(played.served).hasSize(hosts);
                int way = fromHostToHost ? 1 : 0;
                seconds[way] = played.seconds();
                fromHere[way] = load.of(played.home).bytes();
                for (int host = 0; host < hosts; host++) {
                    assertThat(played.has(host)).as("host %d", host).isTrue();
                }
            }
        }
        System.out.printf(
                "64 hosts, 200 kB at 1.25 MB/s: %.2f s and %d bytes from here, from host to host %.2f s and %d%n",
                seconds[0], fromHere[0], seconds[1], fromHere[1]);
        assertThat(fromHere[1]).isLessThan(fromHere[0] / 2);
        assertThat(seconds[1]).isLessThan(seconds[0] / 2);
    }

    @Test
    void shouldServeAllThatLiveWhateverIsLostAndWhoeverDies() throws IOException {
        int served = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            int hosts = 8 + (int) (seed % 9);
            try (Hosts played = new Hosts(seed, hosts, 3_000, true)) {
                RandomGenerator chance = played.cluster.queue().random("test");
                played.cluster.network(NetworkModel.faulty(chance, 0.1));
                for (int death = 0; death < seed % 4; death++) {
                    SimNode node = played.nodes.get(chance.nextInt(hosts));
                    played.cluster.after(
                            Duration.ofNanos(chance.nextLong(3_000_000)), "death", () -> played.cluster.kill(node));
                }
                if (seed % 3 == 0) { // no other daemon reaches this one
                    SimNode closed = played.nodes.get(chance.nextInt(hosts));
                    played.nodes.stream()
                            .filter(other -> other != closed)
                            .forEach(other -> played.cluster.cut(other, closed));
                }
                played.ship();
                for (int host = 0; host < hosts; host++) {
                    if (played.nodes.get(host).isAlive()) {
                        assertThat(played.has(host))
                                .as("seed %d, host %d", seed, host)
                                .isTrue();
                        served++;
                    }
                }
            }
        }
        assertThat(served).isGreaterThan(5 * SEEDS);
    }
}
