package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.registration.NodeReference;

/** Tests how many connections calls open, and how long these stay open. */
@Tag("jdk")
class ConnectionsTest {
    private final AtomicLong aheadNanos = new AtomicLong();
    private final Spaces spaces = new Spaces(() -> System.nanoTime() + aheadNanos.get());
    private final CountDownLatch awaited = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
        spaces.close();
    }

    private static GateLimits limits(int connections, Duration idle, int sessions) {
        GateLimits defaults = GateLimits.defaults();
        return new GateLimits(
                defaults.handshake(),
                defaults.waiting(),
                sessions,
                defaults.requestBytes(),
                connections,
                defaults.connect(),
                idle);
    }

    private RmiSpace greeting(String role) {
        RmiSpace space = spaces.open(role);
        space.export(Greeter.class, "greeter", new FriendlyGreeter(awaited));
        return space;
    }

    @Test
    void shouldShareAFewConnectionsWhenManyThreadsCall() throws Exception {
        RmiSpace there = greeting("there");
        RmiSpace here = spaces.open("here", options -> options.withLimits(limits(3, Duration.ofSeconds(30), 100)));
        Greeter greeter = here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int thread = 0; thread < 24; thread++) {
            String name = "thread " + thread;
            calls.add(() -> {
                for (int repeat = 0; repeat < 100; repeat++) {
                    assertThat(greeter.greet(name + repeat)).isEqualTo("hello " + name + repeat);
                }
                return true;
            });
        }
        for (Future<Boolean> call : threads.invokeAll(calls)) {
            assertThat(call.get()).isTrue();
        }
        assertThat(there.gateCounters().arrivals()).isBetween(1L, 3L);
    }

    @Test
    void shouldNotDeliverWhenNoConnectionIsFreeByTheDeadline() throws Exception {
        RmiSpace there = greeting("there");
        RmiSpace here = spaces.open("here", options -> options.withLimits(limits(1, Duration.ofSeconds(30), 100)));
        Greeter patient = here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        Greeter hurried = here.proxy(there.self(), Greeter.class, "greeter", Duration.ofMillis(200));
        patient.nothing();
        Future<?> blocking = threads.submit(() -> patient.await(60_000));
        await().until(() -> there.sessions() == 1 && Threads.in("FriendlyGreeter", "await"));
        assertThatThrownBy(hurried::nothing)
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("had to wait for one of the 1 connections");
        awaited.countDown();
        blocking.get();
        hurried.nothing();
    }

    @Test
    void shouldCloseConnectionsWhenTheyAreIdle() {
        Duration idle = Duration.ofSeconds(60);
        RmiSpace there = greeting("there");
        RmiSpace here = spaces.open("here", options -> options.withLimits(limits(4, idle, 100)));
        Greeter greeter = here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        greeter.nothing();
        assertThat(there.sessions()).isEqualTo(1);
        aheadNanos.addAndGet(idle.toNanos());
        await().until(() -> there.sessions() == 0);
        greeter.nothing();
        assertThat(there.gateCounters().arrivals()).isEqualTo(2);
    }

    @Test
    void shouldRefuseMoreSessionsThanItsLimit() {
        RmiSpace there = spaces.open("there", options -> options.withLimits(limits(4, Duration.ofSeconds(30), 2)));
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        List<Greeter> greeters = new ArrayList<>();
        for (int caller = 0; caller < 3; caller++) {
            greeters.add(
                    spaces.open("caller-" + caller).proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE));
        }
        greeters.get(0).nothing();
        greeters.get(1).nothing();
        assertThatThrownBy(() -> greeters.get(2).nothing())
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("as many sessions open as its limits allow");
    }

    @Test
    void shouldEndCallsWhenEitherSideCloses() throws Exception {
        for (boolean caller : new boolean[] {true, false}) {
            CountDownLatch released = new CountDownLatch(1);
            RmiSpace there = spaces.open("there");
            there.export(Greeter.class, "greeter", new FriendlyGreeter(released));
            RmiSpace here = spaces.open("here");
            Greeter greeter = here.proxy(there.self(), Greeter.class, "greeter", Duration.ofSeconds(50));
            Future<Throwable> call = threads.submit(() -> {
                try {
                    greeter.await(60_000);
                    return new AssertionError("came back");
                } catch (RemoteCallException e) {
                    return e;
                }
            });
            await().until(() -> Threads.in("FriendlyGreeter", "await"));
            long start = System.nanoTime();
            (caller ? here : there).close();
            assertThat(call.get()).isInstanceOf(RemoteCallException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1_500));
            released.countDown();
            await().until(() -> !Threads.in("FriendlyGreeter", "await"));
        }
    }

    @Test
    void shouldEndCallsInTheHandshakeWhenTheirSpaceCloses() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            NodeReference nobody = new NodeReference("nobody", List.of("127.0.0.1"), silent.getLocalPort());
            RmiSpace here = spaces.open("here");
            Greeter greeter = here.proxy(nobody, Greeter.class, "greeter", Duration.ofSeconds(50));
            Future<?> call = threads.submit(greeter::nothing);
            await().until(() -> Threads.in("CallerHandshake", "run"));
            here.close();
            // The caller tries again, as after any connection that is dropped in the handshake.
            assertThatThrownBy(() -> call.get(100, TimeUnit.SECONDS)).hasCauseInstanceOf(NotDeliveredException.class);
        }
    }
}
