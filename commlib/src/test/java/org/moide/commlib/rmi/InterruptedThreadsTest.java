package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.RemoteCallException;

/** Tests an application that interrupts every thread it finds. */
@Tag("jdk")
class InterruptedThreadsTest {
    private final Spaces spaces = new Spaces();

    @AfterEach
    void close() {
        spaces.close();
    }

    @Test
    void shouldBeCalledAsBeforeWhenAllItsThreadsWereInterrupted() {
        RmiSpace there = spaces.open("there-space");
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        RmiSpace here = spaces.open("here-space");
        Greeter greeter = here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        greeter.nothing();
        for (int round = 0; round < 3; round++) {
            List<Thread> own = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().contains("-space-")
                            || thread.getName().startsWith("RMI TCP"))
                    .toList();
            assertThat(own).hasSizeGreaterThanOrEqualTo(5);
            own.forEach(Thread::interrupt);
            await("answers again")
                    .ignoreExceptionsInstanceOf(RemoteCallException.class)
                    .until(() -> {
                        greeter.nothing();
                        return true;
                    });
            // also over a connection that has yet to be accepted
            RmiSpace fresh = spaces.open("fresh" + round);
            assertThat(fresh.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE)
                            .greet("all"))
                    .isEqualTo("hello all");
        }
    }
}
