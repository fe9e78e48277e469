package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.CommLimits;

/** All threads on one engine. */
final class LocalPathTest extends PathContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new DirectSystem(limits, port -> port, Arrays.stream(shape).sum());
    }

    @Test
    void shouldNeverSerializeWhenAllIsOnOneEngine() {
        try (TestSystem system = open(2)) {
            Object[] sent = new Object[1];
            TestSystems.assertAllReturned(system.run(comm -> {
                String value = new String("text");
                if (comm.id() == 0) {
                    sent[0] = value;
                    comm.send(1, 0, value);
                    comm.send(1, 0, new double[100_000]);
                } else {
                    assertThat(comm.receive(0, 0, String.class)).isSameAs(sent[0]);
                    comm.receive(0, 0, new double[100_000]);
                }
                comm.allReduce(new double[100_000], Reduction.SUM);
                comm.broadcast(0, value);
                comm.allGather(value);
                comm.exchange(1 - comm.id(), 0, Slice.of(new int[9]), Slice.of(new int[9]));
            }));
            CommCounters first = system.engine(0).counters(0);
            assertThat(first.encodings()).isZero();
            assertThat(first.remoteMessages()).isZero();
            assertThat(first.localMessages()).isEqualTo(3);
            assertThat(first.collectives()).isEqualTo(3);
            assertThat(first.localBytes()).isEqualTo(100_000 * Double.BYTES + 9 * Integer.BYTES);
        }
    }
}
