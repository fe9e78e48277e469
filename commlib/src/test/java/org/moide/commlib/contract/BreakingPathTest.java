package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/**
 * Runs the contract on engines whose data connections break repeatedly, also inside a message: applications must not
 * notice.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BreakingPathTest implements WireContract {
    private static final int MOST_BYTES = 20_000;

    private final BreakingConnections connections = new BreakingConnections(11, mostBytes(), gathering());

    /** Returns whether written bytes stay in the writer's buffer until they are published, as in a socket. */
    boolean gathering() {
        return false;
    }

    /** Returns the greatest number of bytes that a connection carries before it breaks. */
    int mostBytes() {
        return MOST_BYTES;
    }

    int broken() {
        return connections.broken();
    }

    @AfterAll
    void shouldHaveBrokenMany() {
        assertThat(connections.broken()).isGreaterThan(20);
    }

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        List<EngineComm> engines = new ArrayList<>();
        DirectSystem system = new DirectSystem(
                limits,
                (from, to, target) -> target,
                from -> to -> {
                    DataConnection[] ends = connections.connect();
                    engines.get(to).accept(BreakingConnections.arriving(ends[1]));
                    return ends[0];
                },
                SpinThenParkSignal.factory(new WaitPolicy(2_000, 5_000)),
                shape);
        for (int engine = 0; engine < shape.length; engine++) {
            engines.add(system.engine(engine));
        }
        return system;
    }
}
