package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.run.SpmdSessionTest;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.WorkerApplication;

class RestoreCallsTest {
    /**
     * An application that calls {@code restore} only indirectly: it uses a class that uses another class, and that one
     * calls it.
     */
    public static final class Indirect implements Application {
        @Override
        public void run(ComputeThread self) {
            Middle.run(self);
        }
    }

    static final class Middle {
        static final Function<ComputeThread, Serializable> BY_REFERENCE = self -> new Last().run(self);

        private Middle() {}

        static void run(ComputeThread self) {
            self.report().put("state", BY_REFERENCE.apply(self));
        }
    }

    static final class Last {
        long values = Long.MAX_VALUE - 7; // a long constant, which takes two entries of the constant pool
        double others = 0.1;

        Serializable run(ComputeThread self) {
            String[][] none = {};
            return self.restore(() -> values + others + none.length + "");
        }
    }

    /** An application that does not call MOIDE's {@code restore}, but another method of the same name. */
    public static final class Namesake implements Application {
        @Override
        public void run(ComputeThread self) {
            restore(self.id());
        }

        private static void restore(int id) {
            assertThat(id).isNotNegative();
        }
    }

    @Test
    void shouldFindTheCallWhereverItIsWhenTheMainClassLeadsThere() {
        assertThat(RestoreCalls.in(Indirect.class)).isTrue();
    }

    /**
     * A worker application. Its workers do not call restore, but the program that runs them can go back to a
     * checkpoint.
     */
    public abstract static class Workers implements WorkerApplication<String, String, Long> {}

    @Test
    void shouldNeedNoCallWhenItsWorkersAreKeptByTheSystem() {
        assertThat(RestoreCalls.in(Workers.class)).isTrue();
    }

    @Test
    void shouldFindNoneWhenThereIsNone() {
        assertThat(RestoreCalls.in(Namesake.class)).isFalse();
        assertThat(RestoreCalls.in(SpmdSessionTest.Sum.class)).isFalse();
    }
}
