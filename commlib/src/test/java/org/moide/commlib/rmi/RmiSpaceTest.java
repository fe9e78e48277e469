package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.GateException;

/** Tests two spaces of one JVM that call each other. */
@Tag("jdk")
class RmiSpaceTest {
    private final Spaces spaces = new Spaces();
    private final RmiSpace here = spaces.open("here");
    private final RmiSpace there = spaces.open("there");

    @AfterEach
    void close() {
        spaces.close();
    }

    private Greeter greeter() {
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        return here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
    }

    @Test
    void shouldAnswerWhenAMethodIsCalled() {
        Greeter greeter = greeter();
        assertThat(greeter.greet("world")).isEqualTo("hello world");
        assertThat(greeter.add(2, 3)).isEqualTo(5);
        greeter.nothing();
        assertThat(greeter.reverse(new byte[] {1, 2, 3})).containsExactly(3, 2, 1);
        Greeter.Word word = new Greeter.Word("house", 3, Greeter.Kind.NOUN, new long[] {1, 2});
        assertThat(greeter.words(List.of(word), word)).hasSize(2).allSatisfy(found -> {
            assertThat(found.text()).isEqualTo("house");
            assertThat(found.kind()).isEqualTo(Greeter.Kind.NOUN);
            assertThat(found.places()).containsExactly(1, 2);
        });
        assertThat(greeter).hasToString("Greeter greeter on " + there.self());
    }

    @Test
    void shouldKnowForHowLongAProcessHasNotAnsweredUntilItDoes() {
        Greeter greeter = greeter();
        here.ping(there.self(), Spaces.DEADLINE);
        greeter.nothing();
        assertThat(here.unanswered()).isEmpty();
        NodeReference gone = gone();
        assertThatThrownBy(() -> here.ping(gone, Spaces.DEADLINE)).isInstanceOf(NotDeliveredException.class);
        assertThat(here.unanswered()).as("nobody misses its answer").isEmpty();

        Greeter nobody = here.proxy(gone, Greeter.class, "greeter", Spaces.DEADLINE);
        assertThatThrownBy(nobody::nothing).isInstanceOf(NotDeliveredException.class);
        Duration first = here.unanswered().getOrDefault(gone, Duration.ZERO);
        assertThat(first).isPositive();
        assertThatThrownBy(() -> here.ping(gone, Spaces.DEADLINE)).isInstanceOf(NotDeliveredException.class);
        assertThat(here.unanswered()).containsOnlyKeys(gone);
        assertThat(here.unanswered().get(gone)).isGreaterThan(first);

        here.ping(here.self(), Spaces.DEADLINE);
        there.withdraw("greeter");
        assertThatThrownBy(greeter::nothing).isInstanceOf(RefusedException.class);
        assertThat(here.unanswered()).as("a refusal is an answer").containsOnlyKeys(gone);
    }

    /** Returns the reference of a process that has ended. */
    private NodeReference gone() {
        RmiSpace ended = spaces.open("ended");
        ended.close();
        return ended.self();
    }

    @Test
    void shouldCarryWhatWasThrownAsTextWhenAMethodFails() {
        Greeter greeter = greeter();
        for (int repeat = 0; repeat < 3; repeat++) {
            assertThatThrownBy(() -> greeter.fail("no paper"))
                    .isInstanceOf(RemoteFailureException.class)
                    .hasMessageContaining("Greeter.fail failed on " + there.self())
                    .hasMessageContaining("java.lang.IllegalStateException: no paper")
                    .hasMessageContaining("at org.moide.commlib.rmi.FriendlyGreeter.fail");
        }
        assertThat(there.gateCounters().arrivals()).as("one connection for all").isEqualTo(1);
    }

    @Test
    void shouldRefuseWhenTheObjectIsUnknownOrWithdrawn() {
        Greeter greeter = greeter();
        greeter.nothing();
        there.withdraw("greeter");
        assertThatThrownBy(greeter::nothing)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("there is no object 'greeter' on there");
        there.export(Runnable.class, "greeter", () -> {});
        assertThatThrownBy(greeter::nothing)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("java.lang.Runnable and has no such method");
    }

    @Test
    void shouldSayWhichValueWhenAnArgumentOrAnswerCannotTravel() {
        Greeter greeter = greeter();
        assertThatThrownBy(() -> greeter.echo(new Thread()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Thread");
        Greeter hostile = here.proxy(there.self(), Greeter.class, "hostile", Spaces.DEADLINE);
        there.export(Greeter.class, "hostile", greeting(new Thread()));
        assertThatThrownBy(() -> hostile.echo(""))
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("java.lang.Thread");
        assertThat(greeter.greet("again")).isEqualTo("hello again");
    }

    private static Greeter greeting(Object answer) {
        return (Greeter) java.lang.reflect.Proxy.newProxyInstance(
                Greeter.class.getClassLoader(), new Class<?>[] {Greeter.class}, (proxy, method, arguments) -> answer);
    }

    @Test
    void shouldGoStraightToTheObjectWhenItIsInThisProcess() {
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        Greeter local = there.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        byte[] bytes = {1};
        assertThat(local.echo(bytes)).isSameAs(bytes);
        assertThatThrownBy(() -> local.fail("no paper"))
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("no paper");
        assertThat(there.gateCounters().arrivals()).isZero();
    }

    @Test
    void shouldTellWhatWasThrownThereWithItsStackAndWithout() {
        Greeter greeter = greeter();
        assertThatThrownBy(() -> greeter.fail("no paper\nat all"))
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("no paper")
                .hasMessageContaining("\tat ")
                .extracting(failure -> ((RemoteFailureException) failure).said())
                .isEqualTo("no paper\nat all");
    }

    @Test
    void shouldFindAProcessByItsAddress() {
        assertThat(here.find("localhost", there.self().port(), Spaces.DEADLINE)).isEqualTo(there.self());
        assertThat(here.find("127.0.0.1", there.self().port(), Spaces.DEADLINE)).isEqualTo(there.self());
    }

    @Test
    void shouldNameEveryAddressTriedWhenNothingListens() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> here.find("127.0.0.1", port, Spaces.DEADLINE))
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("port " + port)
                .hasMessageContaining("127.0.0.1 nothing listens there");
        NodeReference nobody =
                new NodeReference("nobody", List.of("127.0.0.1", "127.0.0.3", "no.such.host.invalid"), port);
        assertThatThrownBy(() -> here.proxy(nobody, Greeter.class, "greeter", Spaces.DEADLINE)
                        .nothing())
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("nobody")
                .hasMessageContaining("127.0.0.1 nothing listens there")
                .hasMessageContaining("127.0.0.3 nothing listens there")
                .hasMessageContaining("no.such.host.invalid is unknown");
    }

    @Test
    void shouldNotDeliverWhenAnotherProcessListensThereNow() {
        NodeReference before = new NodeReference(
                "engine-1", there.self().addresses(), there.self().port());
        assertThatThrownBy(() -> here.proxy(before, Greeter.class, "greeter", Spaces.DEADLINE)
                        .nothing())
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("is another process: there");
    }

    @Test
    void shouldSayWrongSecretWhenItIs() {
        RmiSpace stranger = spaces.open("stranger", ClusterSecret.of(new byte[32]), options -> options);
        assertThatThrownBy(() -> stranger.find("127.0.0.1", there.self().port(), Spaces.DEADLINE))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("wrong secret");
        assertThatThrownBy(() -> here.proxy(stranger.self(), Greeter.class, "greeter", Spaces.DEADLINE)
                        .nothing())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("wrong secret");
    }

    @Test
    void shouldNameBothVersionsWhenAnEnginesDiffers() {
        RmiSpace engine =
                spaces.open("newer", options -> options.withVersion("0.2.0").withOwnVersionOnly());
        int jdk = Runtime.version().feature();
        assertThatThrownBy(() -> here.find("127.0.0.1", engine.self().port(), Spaces.DEADLINE))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(SoftwareVersion.current() + " (JDK " + jdk + ") here")
                .hasMessageContaining("0.2.0 (JDK " + jdk + ") there");
        assertThatThrownBy(() -> engine.find("127.0.0.1", here.self().port(), Spaces.DEADLINE))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("0.2.0 (JDK " + jdk + ") here")
                .hasMessageContaining("where a daemon's files were replaced, start it again");
    }

    @Test
    void shouldTalkWithAnotherVersionAndKnowIt() {
        RmiSpace newer = spaces.open("newer", options -> options.withVersion("0.2.0"));
        newer.export(Greeter.class, "greeter", new FriendlyGreeter());
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        assertThat(here.version(newer.self())).isEmpty();
        for (NodeReference node : List.of(newer.self(), there.self())) {
            here.proxy(node, Greeter.class, "greeter", Spaces.DEADLINE).nothing();
        }
        assertThat(here.version(newer.self())).isEqualTo("0.2.0");
        assertThat(SoftwareVersion.isCurrent(here.version(newer.self()))).isFalse();
        assertThat(SoftwareVersion.isCurrent(here.version(there.self()))).isTrue();
    }

    @Test
    void shouldSayPortInUseWhenItIs() {
        int port = there.self().port();
        assertThatThrownBy(() -> spaces.open("second", options -> options.withPorts(port, port)))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("port in use: 127.0.0.1:" + port);
        RmiSpace next = spaces.open("second", options -> options.withPorts(port, port + 20));
        assertThat(next.self().port()).isBetween(port + 1, port + 20);
    }

    @Test
    void shouldEndACallByItsDeadlineWhenTheObjectTakesTooLong() {
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        Greeter hurried = here.proxy(there.self(), Greeter.class, "greeter", Duration.ofMillis(300));
        hurried.nothing();
        long start = System.nanoTime();
        assertThatThrownBy(() -> hurried.await(5_000))
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("it may or may not have run");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        hurried.nothing();
    }

    @Test
    void shouldTellBothSidesWhenALifelineEnds() {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        there.acceptLifelines(listener(told));
        AtomicInteger closed = new AtomicInteger();
        ObjectSpace.Lifeline one = here.openLifeline(there.self(), "one", Spaces.DEADLINE, closed::incrementAndGet);
        ObjectSpace.Lifeline two = here.openLifeline(there.self(), "two", Spaces.DEADLINE, closed::incrementAndGet);
        await().until(() -> told.size() == 2);
        assertThat(one.isOpen()).isTrue();
        one.close();
        assertThat(one.isOpen()).isFalse();
        await().untilAsserted(() -> assertThat(told).containsExactly("+one", "+two", "-one"));
        assertThat(closed).as("closing it oneself is no news").hasValue(0);
        there.close();
        await().untilAtomic(closed, org.hamcrest.Matchers.equalTo(1));
        assertThat(two.isOpen()).isFalse();
    }

    static ObjectSpace.LifelineListener listener(Queue<String> told) {
        return new ObjectSpace.LifelineListener() {
            @Override
            public void opened(String owner) {
                told.add("+" + owner);
            }

            @Override
            public void closed(String owner) {
                told.add("-" + owner);
            }
        };
    }

    @Test
    void shouldFreePortAndThreadsWhenClosed() {
        Greeter greeter = greeter();
        greeter.nothing();
        int port = there.self().port();
        assertThat(Threads.named("there-gate", "there-deadlines", "RMI TCP Accept-" + port))
                .hasSize(3);
        there.close();
        here.close();
        await().untilAsserted(() -> assertThat(Threads.named("there-", "here-", "RMI TCP Accept-" + port))
                .isEmpty());
        assertThatThrownBy(greeter::nothing)
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("has closed");
        RmiSpace heir = spaces.open("heir", options -> options.withPorts(port, port));
        assertThat(heir.self().port()).isEqualTo(port);
    }
}
