package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.TaskClass;
import org.moide.balance.strategy.ClassSelection.Offer;

/**
 * Tests the choice of task classes to ask for (TDC, §4.2, task selection strategy). Expected values are computed by
 * hand.
 */
class ClassSelectionTest {
    private static final TaskClass A = TaskClass.of(1, 2);
    private static final TaskClass B = TaskClass.of(2, 3);
    private static final TaskClass C = TaskClass.of(7);
    private static final long MUCH = 1_000;

    @Test
    void shouldTakeTheClassThatCostsLeastPerTaskFromAllWhoHaveIt() {
        // Class A: 20 bytes for 4 + 6 tasks; class C: 10 bytes for 3.
        Offer one = offer(0, 6, new ClassCount(A, 4), new ClassCount(C, 3));
        Offer other = offer(1, 6, new ClassCount(A, 60));

        choose(List.of(), 1_000, one, other);

        assertThat(one.ask())
                .isEqualTo(new Decision.Ask(0, 6, false, List.of(new ClassCount(A, 4), new ClassCount(C, 2))));
        assertThat(other.ask()).isEqualTo(new Decision.Ask(1, 6, false, List.of(new ClassCount(A, 6))));
    }

    @Test
    void shouldTakeFirstWhatReadsObjectsThatAreHere() {
        // Class B costs nothing, since its tasks are here already; class A costs object 1 only.
        Offer offer = offer(0, 5, new ClassCount(C, 5), new ClassCount(A, 3), new ClassCount(B, 1));

        choose(List.of(new ClassCount(B, 2)), 1_000, offer);

        assertThat(offer.ask())
                .isEqualTo(new Decision.Ask(0, 5, false, List.of(new ClassCount(B, 1), new ClassCount(C, 4))));
    }

    @Test
    void shouldLeaveClassesThatDoNotFitIntoTheStore() {
        Offer offer = offer(0, 9, new ClassCount(A, 5), new ClassCount(C, 4));

        choose(List.of(new ClassCount(TaskClass.of(2), 1)), 20, offer);

        assertThat(offer.ask())
                .as("10 bytes are held, A's other object fits, C does not beside it")
                .isEqualTo(new Decision.Ask(0, 5, false, List.of(new ClassCount(A, 5))));
    }

    @Test
    void shouldTakeOneClassIntoAnEmptyStoreHoweverSmall() {
        Offer offer = offer(0, 9, new ClassCount(A, 9));

        choose(List.of(), 5, offer);

        assertThat(offer.ask()).isNotNull();
    }

    @Test
    void shouldAskForNothingThatIsDoneThereBeforeItsDataIsHere() {
        Offer offer = new Offer(0, 5, 10, 10, List.of(new ClassCount(A, 10)));
        ClassSelection selection = new ClassSelection(new Sizes(1_000, 1), List.of(), 1.5, 9);

        // 20 bytes take 20 ns, in which the neighbour could compute 13 tasks; it has 10.
        selection.choose(List.of(offer));

        assertThat(offer.ask()).isNull();
    }

    @Test
    void shouldAskForTasksThatReadNothingByNumberOnly() {
        Offer offer = new Offer(0, 5, MUCH, 8, List.of(new ClassCount(A, 6)));

        choose(List.of(), 1_000, offer);

        assertThat(offer.ask()).isEqualTo(new Decision.Ask(0, 5, false));
    }

    private static Offer offer(int neighbour, long demand, ClassCount... classes) {
        List<ClassCount> all = List.of(classes);
        return new Offer(
                neighbour,
                demand,
                MUCH,
                all.stream().mapToLong(ClassCount::tasks).sum(),
                all);
    }

    private static void choose(List<ClassCount> own, long memory, Offer... offers) {
        new ClassSelection(new Sizes(memory, 0), own, 1, 9).choose(List.of(offers));
    }

    /** Data objects of 10 bytes each, none of which this member has. */
    private record Sizes(long memoryBytes, long nanosPerByte) implements DataIndex {
        private static final Map<Long, Long> BYTES = Map.of();

        @Override
        public long missingBytes(TaskClass taskClass) {
            return classBytes(taskClass);
        }

        @Override
        public long classBytes(TaskClass taskClass) {
            return taskClass.stream().map(id -> BYTES.getOrDefault(id, 10L)).sum();
        }

        @Override
        public long transferNanos(long bytes) {
            return bytes * nanosPerByte;
        }

        @Override
        public long[] resident() {
            return new long[0];
        }
    }
}
