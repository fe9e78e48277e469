package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RankedCallsTest {
    private final RankedCalls queue = new RankedCalls();

    /** A call with a name. */
    private record Named(String name) implements Runnable {
        @Override
        public void run() {
            // It is only queued.
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private Runnable add(String name, int priority) {
        Runnable call = new Named(name);
        if (priority > 0) {
            queue.rank(call, priority);
        }
        assertThat(queue.offer(call)).isTrue();
        queue.added(call);
        return call;
    }

    @Test
    void shouldGiveTheHighestPriorityFirstAndThoseThatAreAlikeInTheirOrder() throws InterruptedException {
        add("a", 0);
        add("b", 2);
        add("c", 0);
        assertThat(queue.take()).hasToString("b");
        add("d", 1);
        add("e", 3);
        add("f", 1);
        add("g", 0);
        assertThat(queue).hasSize(6);
        String order = "";
        for (int left = 6; left > 0; left--) {
            order += queue.poll(0, TimeUnit.SECONDS);
        }
        assertThat(order).isEqualTo("edfacg");
        assertThat(queue.poll()).isNull();
        assertThat(queue).isEmpty();
    }

    @Test
    void shouldRemoveCallsWithTheirPlaces() {
        Runnable plain = add("a", 0);
        Runnable ranked = add("b", 2);
        add("c", 1);
        add("d", 0);
        assertThat(queue.poll()).hasToString("b"); // overtakes a
        assertThat(queue.remove(ranked)).isFalse();
        assertThat(queue.remove(plain)).isTrue();
        assertThat(queue.remove(plain)).isFalse();
        List<Runnable> rest = new ArrayList<>();
        assertThat(queue.drainTo(rest)).isEqualTo(2);
        assertThat(rest).extracting(Runnable::toString).containsExactly("c", "d");
        Runnable last = add("e", 5);
        assertThat(queue.remove(last)).isTrue();
        assertThat(queue).isEmpty();
    }
}
