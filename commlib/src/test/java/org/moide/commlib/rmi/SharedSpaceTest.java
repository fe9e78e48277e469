package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.RefusedException;
import org.moide.commlib.port.ObjectSpace;

/** Tests two runs that share the object space of one process. */
@Tag("jdk")
final class SharedSpaceTest {
    private final Spaces spaces = new Spaces();
    private final RmiSpace here = spaces.open("here");
    private final RmiSpace there = spaces.open("there");
    private final SharedSpace shared = new SharedSpace(there);
    private final AtomicInteger closed = new AtomicInteger();
    private final SpacePart one = shared.part(closed::incrementAndGet);
    private final SpacePart two = shared.part(closed::incrementAndGet);

    @AfterEach
    void close() {
        spaces.close();
    }

    private Greeter greeter(String name) {
        return here.proxy(one.self(), Greeter.class, name, Spaces.DEADLINE);
    }

    @Test
    void shouldWithdrawWhatItsRunLeavesAndNothingOfOthers() {
        one.export(Greeter.class, "one", new FriendlyGreeter());
        two.export(Greeter.class, "two", new FriendlyGreeter());
        assertThat(greeter("one").greet("you")).isEqualTo("hello you");

        one.close();
        one.close();

        assertThat(closed).hasValue(1);
        assertThatThrownBy(() -> greeter("one").greet("you")).isInstanceOf(RefusedException.class);
        assertThat(greeter("two").greet("you")).isEqualTo("hello you");
        assertThat(there.sessions()).as("connections stay").isEqualTo(1);
        one.export(Greeter.class, "late", new FriendlyGreeter());
        assertThatThrownBy(() -> greeter("late").greet("you")).isInstanceOf(RefusedException.class);
        two.withdraw("two");
        assertThatThrownBy(() -> greeter("two").greet("you")).isInstanceOf(RefusedException.class);
    }

    @Test
    void shouldTellEachRunOfLifelinesUntilItIsClosed() {
        Queue<String> toldOne = new ConcurrentLinkedQueue<>();
        Queue<String> toldTwo = new ConcurrentLinkedQueue<>();
        one.acceptLifelines(RmiSpaceTest.listener(toldOne));
        two.acceptLifelines(RmiSpaceTest.listener(toldTwo));
        ObjectSpace.Lifeline line = here.openLifeline(one.self(), "line", Spaces.DEADLINE, () -> {});
        await().untilAsserted(() -> assertThat(toldTwo).containsExactly("+line"));
        assertThat(toldOne).containsExactly("+line");

        one.close();
        line.close();

        await().untilAsserted(() -> assertThat(toldTwo).containsExactly("+line", "-line"));
        assertThat(toldOne).containsExactly("+line");
    }

    @Test
    void shouldTakeNoConnectionsForARunThatHasEnded() {
        Queue<String> came = new ConcurrentLinkedQueue<>();
        one.acceptConnections("data", arriving -> {
            came.add("one");
            arriving.close();
        });
        one.close();
        two.acceptConnections("other", arriving -> {
            came.add("two");
            arriving.close();
        });
        connect("data");
        connect("other");
        await().until(() -> !came.isEmpty());
        assertThat(came).containsOnly("two"); // perhaps twice, the second time without a ring
    }

    /** Opens a data connection, which its acceptor closes at once; the call may therefore succeed or fail. */
    private void connect(String name) {
        try {
            here.connect(one.self(), name, Spaces.DEADLINE);
        } catch (RuntimeException closedAtOnce) {
            assertThat(closedAtOnce).hasMessageContaining("connection");
        }
    }
}
