package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.contract.DirectSystem;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Dialer;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.Registration;

/** A system of engines that are simulated processes and call each other's ports through the simulated network. */
final class SimSystem implements TestSystem {
    /** The limit of a run in simulated time: far more than any program of the contract needs, faults included. */
    private static final Duration RUN_LIMIT = Duration.ofHours(1);

    /** The simulated time after which a caller repeats a call. */
    private static final Duration CALL_DEADLINE = Duration.ofSeconds(1);

    private final SimCluster cluster;
    private final List<Integer> shape;
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<EngineComm> engines = new ArrayList<>();

    /** Creates engines that use calls only. */
    SimSystem(SimCluster cluster, CommLimits limits, int... shape) {
        this(cluster, limits, false, shape);
    }

    /**
     * Creates engines with {@code shape} threads, which use calls and perhaps data connections.
     *
     * @param links whether they use data connections beside calls
     */
    SimSystem(SimCluster cluster, CommLimits limits, boolean links, int... shape) {
        this.cluster = cluster;
        this.shape = Arrays.stream(shape).boxed().toList();
        for (int engine = 0; engine < shape.length; engine++) {
            nodes.add(cluster.node("engine-" + engine));
        }
        Registration registration =
                DirectSystem.registration(1, engine -> nodes.get(engine).reference(), shape);
        for (int engine = 0; engine < shape.length; engine++) {
            SimNode node = nodes.get(engine);
            EngineComm comm = new EngineComm(
                    registration,
                    engine,
                    peer -> node.space()
                            .proxy(nodes.get(peer).reference(), MessagePort.class, MessagePort.NAME, CALL_DEADLINE),
                    links
                            ? peer -> node.space().connect(nodes.get(peer).reference(), MessagePort.NAME, CALL_DEADLINE)
                            : Dialer.NONE,
                    new CommPorts(
                            new Surroundings(node.ticker(), node.signals(), node.threads("service"), node.faults()),
                            new StreamCodec(),
                            limits));
            node.space().acceptConnections(MessagePort.NAME, comm::accept);
            node.space().export(MessagePort.class, MessagePort.NAME, comm.inbound());
            engines.add(comm);
        }
    }

    SimNode node(int engine) {
        return nodes.get(engine);
    }

    @Override
    public List<Integer> shape() {
        return shape;
    }

    @Override
    public EngineComm engine(int number) {
        return engines.get(number);
    }

    @Override
    public List<@Nullable Throwable> run(Body body) {
        List<@Nullable Throwable> thrown = start(body);
        cluster.run(RUN_LIMIT);
        return thrown;
    }

    /** Starts a body like {@link #run}, but does not run the simulation; the list fills while the caller runs it. */
    List<@Nullable Throwable> start(Body body) {
        return start(body, (engine, index, code) -> nodes.get(engine).start("compute-" + index, code));
    }

    @Override
    public void close() {
        engines.forEach(engine -> engine.end("the test is over"));
        cluster.close();
        assertThat(Thread.getAllStackTraces().keySet()).as("threads left").noneMatch(SimThread.class::isInstance);
    }
}
