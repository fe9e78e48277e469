package org.moide.coordinator.run.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.CommException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.run.RunContexts;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.Application;
import org.moide.engine.control.Timing;
import org.moide.engine.host.EngineCreated;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.EngineOrder;
import org.moide.engine.host.RunView;
import org.moide.engine.host.ThreadClaim;
import org.moide.engine.loading.JarChunk;
import org.moide.engine.loading.JarReference;
import org.moide.engine.loading.KnownDigests;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/** Tests orders to a daemon to start an engine, in a network that loses calls and replies. */
class DaemonEngineTest {
    /** Short time limits: a call that gets no reply fails after 100 ms. */
    private static final Timing TIMING = Timing.USUAL.faster(100);

    private final LocalSpace space = new LocalSpace("coordinator");
    private final List<EngineOrder> orders = new ArrayList<>(); // guarded by itself
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean gone;

    @Test
    void shouldRepeatTheOrderWhenItBroughtNoAnswer() {
        AssembledEngine engine = assemble(() -> {
            if (ordered() < 3) {
                throw new OutcomeUnknownException("the connection was reset", null);
            }
            return new EngineCreated(space.self(), "h1", 4711);
        });

        assertThat(engine.node()).isEqualTo(space.self());
        assertThat(orders).hasSize(3);
        assertThat(orders).as("a daemon takes the same order for a repeat").containsOnly(orders.get(0));
    }

    @Test
    void shouldGiveUpADaemonThatIsGone() {
        assertThatThrownBy(() -> assemble(() -> {
                    gone = true;
                    throw new OutcomeUnknownException("the connection was reset", null);
                }))
                .isInstanceOf(NoHostsException.class)
                .hasMessageContaining("expected an engine on h1:7100")
                .hasMessageContaining("the connection was reset");
        assertThat(ordered()).isEqualTo(1);
        assertThat(asked).as("one question tells little").hasValueGreaterThan(2);
    }

    @Test
    void shouldGiveUpADaemonThatAnswersEverythingButTheOrder() {
        assertThatThrownBy(() -> assemble(() -> {
                    throw new OutcomeUnknownException("the connection was reset", null);
                }))
                .isInstanceOf(NoHostsException.class)
                .hasMessageContaining("the connection was reset");
        assertThat(ordered()).isGreaterThan(2);
    }

    @Test
    void shouldNotRepeatWhatTheDaemonCannotDo() {
        assertThatThrownBy(() -> assemble(() -> {
                    throw new RemoteFailureException(
                            "createEngine failed on h",
                            "org.moide.engine.host.ChildFailedException: there is no java in /usr/bin\n\tat a.B.c(B.java:1)",
                            null);
                }))
                .isInstanceOf(NoHostsException.class)
                .hasMessageEndingWith(", found that there is no java in /usr/bin");
        assertThat(ordered()).isEqualTo(1);
    }

    private final List<JarChunk> put = new ArrayList<>();
    private String version = "";
    private List<String> ownClassPath = List.of();

    private int ordered() {
        synchronized (orders) {
            return orders.size();
        }
    }

    @Test
    void shouldGiveUpAnOrderOfWhichTheThreadHasDied() {
        assemble(() -> new EngineCreated(space.self(), "h1", 4711));
        EngineOrder order = orders.get(0);
        EngineDaemon daemon = new DaemonOfOrders(() -> {
            throw new NoClassDefFoundError("planted");
        });
        assertThatThrownBy(() -> new OrderedEngine(ports(), daemon, order).await(daemon))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("engine-1 could not be ordered: java.lang.NoClassDefFoundError: planted");
    }

    @Test
    void shouldHaveEnginesStartedFromItsOwnCopyWhereADaemonIsOfAnotherVersion(@TempDir Path folder) throws IOException {
        Path jar = Files.write(folder.resolve("moide.jar"), new byte[] {1, 2, 3});
        ownClassPath = List.of(folder.resolve("none.jar").toString(), jar.toString());
        assemble(() -> new EngineCreated(space.self(), "h1", 4711));
        assertThat(orders.get(0).software()).isEmpty();
        for (String same : List.of("", SoftwareVersion.current())) {
            version = same;
            assemble(() -> new EngineCreated(space.self(), "h1", 4711));
        }
        assertThat(orders).hasSize(3).allMatch(order -> order.software().isEmpty());
        assertThat(put).isEmpty();

        version = "0.0.9";
        assemble(() -> new EngineCreated(space.self(), "h1", 4711));
        JarReference reference = JarReference.of(jar);
        assertThat(orders.get(3)).isEqualTo(orders.get(0).withSoftware(List.of(reference)));
        assertThat(put).containsExactly(new JarChunk("r1", reference.digest(), 3, 0, new byte[] {1, 2, 3}));
    }

    /** Returns an object space that claims that the daemon has this version of MOIDE. */
    private ObjectSpace space() {
        return (ObjectSpace) Proxy.newProxyInstance(
                ObjectSpace.class.getClassLoader(),
                new Class<?>[] {ObjectSpace.class},
                (proxy, method, arguments) ->
                        method.getName().equals("version") ? version : method.invoke(space, arguments));
    }

    private RunPorts ports() {
        return new RunPorts(
                space(),
                new Surroundings(
                        new SystemTicker(),
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("test", (where, what) -> {}),
                        (where, what) -> {
                            throw new AssertionError(where, what);
                        }),
                TIMING);
    }

    private AssembledEngine assemble(Supplier<EngineCreated> answer) {
        space.export(EngineDaemon.class, EngineDaemon.NAME, new DaemonOfOrders(answer));
        RunPorts ports = ports();
        Application none = thread -> {};
        Candidate host = new Candidate("h1:7100", "h1", "machine-1", 1, 1, 1, 1 << 30, 0);
        DaemonEngine site = new DaemonEngine(
                RunContexts.of("r1", ports, none),
                new JarShipping(
                        new ShippedApplication(
                                List.of(),
                                RunFiles.NONE,
                                PackedFolders.ofOneRun(new KnownDigests(() -> Instant.EPOCH))),
                        0,
                        ports),
                new OwnCopy(ownClassPath, PackedFolders.ofOneRun(new KnownDigests(() -> Instant.EPOCH)), 0, ports),
                space.self(),
                DaemonLeases.none(),
                false,
                () -> 0);
        return site.assemble(new Assignment(1, host, 1, 1 << 26, 1, 1, 0.5), ThreadsThere.late(1));
    }

    /** A daemon that collects the orders that it receives. */
    private final class DaemonOfOrders implements EngineDaemon {
        private final Supplier<EngineCreated> answer;

        DaemonOfOrders(Supplier<EngineCreated> answer) {
            this.answer = answer;
        }

        @Override
        public EngineCreated createEngine(EngineOrder order) {
            synchronized (orders) {
                orders.add(order);
            }
            return answer.get();
        }

        @Override
        public boolean claim(ThreadClaim claim) {
            return true;
        }

        @Override
        public HostNews news() {
            throw new UnsupportedOperationException();
        }

        @Override
        public HostReport report() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> missingJars(List<String> digests) {
            asked.incrementAndGet();
            if (gone) {
                throw new OutcomeUnknownException("no answer", null);
            }
            return digests;
        }

        @Override
        public void giveJars(String runId, List<String> digests, NodeReference to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void putJar(JarChunk chunk) {
            put.add(chunk);
        }

        @Override
        public void endRun(String runId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<HostMoment> history(int looks) {
            return List.of();
        }

        @Override
        public List<RunView> runs() {
            return List.of();
        }
    }
}
