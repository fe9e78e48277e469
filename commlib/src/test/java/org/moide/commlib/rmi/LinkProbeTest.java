package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.contract.TestSystems;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.LinkSigns;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.Encryption;

/** A link over which nothing comes is asked whether it holds, while the other side computes. */
class LinkProbeTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBeAnsweredByAnEngineWhoseThreadsCompute(boolean sockets) {
        AtomicReference<LinkSigns> before = new AtomicReference<>();
        CountDownLatch asked = new CountDownLatch(1);
        try (RmiSystem system = sockets
                ? new RmiSystem(CommLimits.DEFAULT, Encryption.none(), 1, 1)
                : new RmiSystem(CommLimits.DEFAULT, options -> options, 1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                if (comm.id() == 0) {
                    comm.send(1, 0, new int[] {1});
                    comm.receive(1, 0, new int[1]);
                    NodeReference other = other(system);
                    before.set(signs(system, other));
                    system.engine(0).probe(Set.of(other));
                    await("an answer").until(() -> signs(system, other).answers() > 0);
                    asked.countDown();
                } else {
                    comm.receive(0, 0, new int[1]);
                    comm.send(0, 0, new int[] {2});
                    double sum = 0;
                    while (asked.getCount() > 0) { // computes, and looks at no link
                        sum += Math.sqrt(sum + 1);
                    }
                    assertThat(sum).isPositive();
                }
            }));
            LinkSigns after = signs(system, other(system));
            assertThat(before.get().answers()).isZero();
            assertThat(after.arrivals()).as("messages").isEqualTo(before.get().arrivals());
        }
    }

    private static NodeReference other(RmiSystem system) {
        return system.engine(0).others(Set.of()).keySet().iterator().next();
    }

    private static LinkSigns signs(RmiSystem system, NodeReference other) {
        return Objects.requireNonNull(system.engine(0).others(Set.of()).get(other), "a link");
    }
}
