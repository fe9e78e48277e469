package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
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

/** Tests that an engine answers the question whether a silent link still works, even while its threads compute. */
class LinkProbeTest {
    /** How often the test asks, to measure the cost of asking: {@code ./test LinkProbe#Costs -Dmoide.probes=2000}. */
    private static final int PROBES = Integer.getInteger("moide.probes", 20);

    private static final long APART_MILLIS = 2;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayWhatItCosts(boolean sockets) {
        com.sun.management.OperatingSystemMXBean system =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        CountDownLatch asked = new CountDownLatch(1);
        try (RmiSystem engines = sockets
                ? new RmiSystem(CommLimits.DEFAULT, Encryption.none(), 1, 1)
                : new RmiSystem(CommLimits.DEFAULT, options -> options, 1, 1)) {
            TestSystems.assertAllReturned(engines.run(comm -> {
                comm.barrier();
                if (comm.id() == 0) {
                    comm.send(1, 0, new int[] {1});
                    NodeReference other = other(engines);
                    long before = system.getProcessCpuTime();
                    for (int probe = 0; probe < PROBES; probe++) {
                        engines.engine(0).probe(Set.of(other));
                        Thread.sleep(APART_MILLIS);
                    }
                    await("answers").until(() -> signs(engines, other).answers() >= PROBES / 2);
                    System.out.println("a sign over " + (sockets ? "a socket" : "a ring") + ": "
                            + (system.getProcessCpuTime() - before) / 1_000 / PROBES
                            + " us of processors on both sides");
                    asked.countDown();
                } else {
                    comm.receive(0, 0, new int[1]);
                    asked.await();
                }
            }));
        }
    }

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
