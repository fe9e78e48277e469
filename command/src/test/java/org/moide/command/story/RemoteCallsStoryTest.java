package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.carrier.PollPolicy;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.coordinator.control.RunControl;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.Engine;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.RunConsole;
import org.moide.engine.spmd.CheckpointKeeper;
import org.moide.monitor.cluster.ClusterMonitor;

/**
 * Tests that every call to another process returns or throws by its deadline, even if the other process is stopped, the
 * network loses all packets, or a connection is open at one end only.
 */
@Tag("full")
@Timeout(600)
class RemoteCallsStoryTest {
    private static final boolean LONG = Integer.getInteger("moide.tier", 0) >= 1;
    private static final long SEED = Long.getLong("moide.seed", 7);
    private static final Duration DEADLINE = Duration.ofMillis(1_500);
    /** The deadline of calls that are under way when the fault begins. */
    private static final Duration LONGER = Duration.ofSeconds(4);

    /**
     * The deadline of calls to a healthy peer. Network traffic is encrypted, here by code of the first compiler only,
     * which takes long for 8 MiB a call.
     */
    private static final Duration HEALTHY = Duration.ofMinutes(2);

    /** The time by which a call may exceed its deadline, since a hundred threads share two processors in this test. */
    private static final Duration SLACK = Duration.ofMillis(2_500);

    /** The time for which a connection stays idle. A connection that was idle for a second is checked before use. */
    private static final Duration IDLE = Duration.ofMillis(1_200);

    /** The longest time that closing an object space takes; it waits up to 5 s for its threads. */
    private static final Duration CLOSING = Duration.ofSeconds(6);

    /**
     * The approximate number of bytes of the handshake, the setup of a ring buffer, and a small call with its answer.
     */
    private static final int CONVERSATION_BYTES = 1_200;

    private static Set<Class<?>> interfaces = Set.of();

    @TempDir
    Path home;

    private final List<RmiSpace> spaces = new ArrayList<>();

    @BeforeAll
    static void find() {
        interfaces = RemoteInterfaces.all();
        assertThat(interfaces)
                .as("what the search for remote interfaces found")
                .contains(
                        EngineDaemon.class,
                        RunConsole.class,
                        Engine.class,
                        Coordinator.class,
                        RunControl.class,
                        ClusterMonitor.class,
                        MessagePort.class,
                        CheckpointKeeper.class);
    }

    @AfterEach
    void close() {
        spaces.forEach(RmiSpace::close);
    }

    private RmiSpace space(String role, String address, UnaryOperator<RmiSpaceOptions> change) {
        RmiSpaceOptions options = RmiSpaceOptions.onLoopback(
                        role,
                        AnsweringPeer.SECRET,
                        (where, fault) -> System.err.println(where + ": " + fault),
                        System::nanoTime,
                        new SecureRandom())
                .withBindAddress(address)
                .withNodeFolder(home.resolve("here"))
                .withLimits(RemoteCalls.LIMITS);
        RmiSpace space = RmiSpace.open(change.apply(options));
        spaces.add(space);
        return space;
    }

    private static RmiSpaceOptions overSockets(RmiSpaceOptions options) {
        return options.withCarriers(Carriers.sockets(new PollPolicy(System::nanoTime, 2)));
    }

    private interface Step {
        void take() throws Exception;
    }

    /**
     * Checks calls to a process that becomes faulty. The callers differ: some have not called it before, some have just
     * called it, some have idle connections, and some wait for an answer. All calls end in time, and after the fault
     * all callers can call again.
     *
     * @param peer the process that is called
     * @param here the address of the callers
     * @param there the address of the called process
     * @param change changes the options of the callers' object spaces
     * @param begin makes the process faulty
     * @param end ends the fault
     */
    private void endInTime(
            AnsweringPeer peer, String here, String there, UnaryOperator<RmiSpaceOptions> change, Step begin, Step end)
            throws Exception {
        RemoteCalls fresh = callsTo(peer, "fresh", here, there, change);
        RemoteCalls used = callsTo(peer, "used", here, there, change);
        RemoteCalls idle = callsTo(peer, "idle", here, there, change);
        assertReturned(idle.begin(HEALTHY));
        Lapse.of(IDLE);
        assertReturned(used.begin(HEALTHY));
        begin.take();
        List<RemoteCall> calls = new ArrayList<>(fresh.begin(DEADLINE));
        calls.addAll(used.begin(DEADLINE));
        calls.addAll(idle.begin(DEADLINE));
        assertThrownWithin(DEADLINE, calls);
        RmiSpace another = space("leaving", here, change);
        List<RemoteCall> open = new RemoteCalls(another, fresh.node(), interfaces).begin(HEALTHY);
        Lapse.of(DEADLINE);
        long closing = System.nanoTime();
        another.close();
        assertThat(Duration.ofNanos(System.nanoTime() - closing))
                .as("time in which a space closes")
                .isLessThan(CLOSING);
        assertThrownWithin(DEADLINE.plus(CLOSING), open);
        end.take();
        assertReturned(fresh.begin(HEALTHY));
        assertReturned(idle.begin(HEALTHY));

        peer.hold();
        List<RemoteCall> waiting = fresh.begin(LONGER);
        peer.awaitHeld(waiting.size() / 2);
        begin.take();
        assertEndedWithin(LONGER, waiting);
        end.take();
    }

    private RemoteCalls callsTo(
            AnsweringPeer peer, String role, String here, String there, UnaryOperator<RmiSpaceOptions> change) {
        RmiSpace space = space(role, here, change);
        return new RemoteCalls(space, space.find(there, peer.port(), HEALTHY), interfaces);
    }

    private static void assertReturned(List<RemoteCall> calls) throws InterruptedException {
        assertEndedWithin(HEALTHY, calls);
        assertThat(calls).as("calls to a peer that is well").allMatch(call -> call.thrown() == null);
    }

    private static void assertThrownWithin(Duration deadline, List<RemoteCall> calls) throws InterruptedException {
        assertEndedWithin(deadline, calls);
        assertThat(calls)
                .as("calls that could not be answered")
                .allMatch(call -> call.thrown() instanceof RemoteCallException);
    }

    private static void assertEndedWithin(Duration deadline, List<RemoteCall> calls) throws InterruptedException {
        List<RemoteCall> late = new ArrayList<>();
        for (RemoteCall call : calls) {
            if (!call.endsWithin(deadline.plus(SLACK).toNanos())) {
                late.add(call);
            }
        }
        assertThat(late)
                .as("of %d calls, those that did not end within %s", calls.size(), deadline)
                .isEmpty();
    }

    @Test
    void shouldEndEveryCallByItsDeadlineWhenThePeerIsStopped() throws Exception {
        try (AnsweringPeer peer = new AnsweringPeer(home, List.of(), RmiSpaceOptions.LOOPBACK, interfaces)) {
            endInTime(
                    peer,
                    RmiSpaceOptions.LOOPBACK,
                    "127.0.0.1",
                    UnaryOperator.identity(),
                    () -> peer.signal("STOP"),
                    () -> peer.signal("CONT"));
        }
    }

    @Test
    @Tag("tier1")
    void shouldEndEveryCallByItsDeadlineWhenThePeerIsStoppedAndThereAreNoRings() throws Exception {
        try (AnsweringPeer peer = new AnsweringPeer(home, List.of(), RmiSpaceOptions.LOOPBACK, interfaces)) {
            endInTime(
                    peer,
                    RmiSpaceOptions.LOOPBACK,
                    "127.0.0.1",
                    RemoteCallsStoryTest::overSockets,
                    () -> peer.signal("STOP"),
                    () -> peer.signal("CONT"));
        }
    }

    @Test
    void shouldEndEveryCallByItsDeadlineWhenConnectionsGoDeadInTheMidst() throws Exception {
        try (AnsweringPeer peer = new AnsweringPeer(home, List.of(), RmiSpaceOptions.LOOPBACK, interfaces);
                SwallowingProxy proxy = new SwallowingProxy(peer.port(), CONVERSATION_BYTES, SEED)) {
            RmiSpace well = space("well", RmiSpaceOptions.LOOPBACK, UnaryOperator.identity());
            NodeReference node = well.find("127.0.0.1", peer.port(), HEALTHY);
            NodeReference dead = new NodeReference(node.nodeId(), node.addresses(), proxy.port());
            int ended = 0;
            int thrown = 0;
            for (int round = 0; round < (LONG ? 15 : 2); round++) {
                RmiSpace rings = space("rings", RmiSpaceOptions.LOOPBACK, UnaryOperator.identity());
                RmiSpace sockets = space("sockets", RmiSpaceOptions.LOOPBACK, RemoteCallsStoryTest::overSockets);
                List<RemoteCall> calls = new ArrayList<>();
                calls.addAll(new RemoteCalls(rings, dead, interfaces).begin(DEADLINE));
                calls.addAll(new RemoteCalls(sockets, dead, interfaces).begin(DEADLINE));
                assertEndedWithin(DEADLINE, calls);
                ended += calls.size();
                thrown += (int) calls.stream()
                        .filter(call -> call.thrown() instanceof RemoteCallException)
                        .count();
                rings.close();
                sockets.close();
            }
            assertThat(thrown).as("of %d calls, those that were in vain", ended).isBetween(ended / 10, ended - 1);
            assertReturned(new RemoteCalls(well, node, interfaces).begin(HEALTHY));
        }
    }

    @Test
    void shouldEndEveryCallByItsDeadlineWhenSomethingListensAndNeverAnswers() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress())) {
            RmiSpace space = space("caller", RmiSpaceOptions.LOOPBACK, UnaryOperator.identity());
            NodeReference nobody = new NodeReference("nobody", List.of("127.0.0.1"), silent.getLocalPort());
            assertThrownWithin(DEADLINE, new RemoteCalls(space, nobody, interfaces).begin(DEADLINE));
        }
    }

    @Test
    @Tag("tier1")
    void shouldEndEveryCallByItsDeadlineWhenTheNetworkLosesEverything() throws Exception {
        try (CutNetwork network = CutNetwork.open();
                AnsweringPeer peer =
                        new AnsweringPeer(home, network.onAKernelOfItsOwn(), CutNetwork.THERE, interfaces)) {
            endInTime(
                    peer,
                    CutNetwork.HERE,
                    CutNetwork.THERE,
                    UnaryOperator.identity(),
                    network::silence,
                    network::unsilence);
        }
    }

    @Test
    @Tag("tier1")
    void shouldEndEveryCallByItsDeadlineWhenThePeerEndedAndNobodyHeardOfIt() throws Exception {
        try (CutNetwork network = CutNetwork.open();
                AnsweringPeer peer =
                        new AnsweringPeer(home, network.onAKernelOfItsOwn(), CutNetwork.THERE, interfaces)) {
            RemoteCalls calls = callsTo(peer, "caller", CutNetwork.HERE, CutNetwork.THERE, UnaryOperator.identity());
            assertReturned(calls.begin(HEALTHY));
            network.silence();
            peer.kill();
            assertThrownWithin(DEADLINE, calls.begin(DEADLINE));
            network.unsilence();
            assertThrownWithin(DEADLINE, calls.begin(DEADLINE));
        }
    }
}
