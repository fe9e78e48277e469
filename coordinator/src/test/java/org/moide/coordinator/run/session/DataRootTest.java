package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.DataStore;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.port.Signal;

class DataRootTest {
    private static final int BYTES = 800_000;

    private Runnable meanwhile = () -> {};
    private int raised;

    private final DataRoot root = new DataRoot(
            new ObjectFile(10 * BYTES, null, 0),
            seat -> seat < 3,
            (one, other) -> false,
            note -> {},
            () -> 0,
            Waiting::new);

    /** A signal that runs an action of the test when a thread begins to wait for the signal. */
    private final class Waiting implements Signal {
        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            assertThat(timeoutNanos).as("a question is held for a moment").isLessThanOrEqualTo(100_000_000);
            if (condition.getAsBoolean()) {
                return true;
            }
            int before = raised;
            meanwhile.run();
            return raised > before && condition.getAsBoolean();
        }

        @Override
        public void raise() {
            raised++;
        }
    }

    @AfterEach
    void close() {
        root.close();
    }

    @Test
    void shouldHoldAQuestionUntilAnotherEngineHasTheObject() {
        root.write(7, new byte[BYTES]);
        assertThat(root.locate(0, List.of(7L))).containsExactly(from(Membership.ROOT));
        meanwhile = () -> root.kept(0, List.of(7L));

        assertThat(root.locate(1, List.of(7L))).containsExactly(from(0));
    }

    @Test
    void shouldGiveAQuestionBackThatHasNoAnswer() {
        root.write(7, new byte[BYTES]);
        root.locate(0, List.of(7L));

        assertThat(root.locate(1, List.of(7L))).isEmpty();
        assertThat(root.locate(0, List.of(7L))).as("asked again").containsExactly(from(Membership.ROOT));
        root.notFetched(0, List.of(7L), false);
        root.locate(2, List.of(7L));
        assertThat(root.locate(1, List.of(7L))).as("it has kept its place").containsExactly(from(Membership.ROOT));
    }

    @Test
    void shouldGiveSmallObjectsTogether() {
        root.write(1, new byte[] {1});
        root.write(2, new byte[] {2, 2});

        assertThat(root.objects(List.of(2L, 1L))).containsExactly(new byte[] {2, 2}, new byte[] {1});
        assertThatThrownBy(() -> root.objects(List.of(3L))).hasMessageContaining("data object 3: expected one of");
    }

    @Test
    void shouldRefuseTooManyObjectsAndStrangers() {
        List<Long> many =
                LongStream.rangeClosed(0, DataStore.MOST_AT_ONCE).boxed().toList();

        assertThatThrownBy(() -> root.locate(1, many)).hasMessageContaining("expected at most 256 data objects");
        assertThatThrownBy(() -> root.locate(9, List.of(1L))).hasMessageContaining("the seat of an engine");
    }

    private static DataPlace from(int holder) {
        return new DataPlace(7, BYTES, holder);
    }
}
