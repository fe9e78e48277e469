package org.moide.balance.worker.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests each directive (ALDY, §3.4.2) by itself. Without the directive, the same worker could make the forbidden move.
 */
class MovePermitsTest {
    private static final int SELF = 0;
    private static final int PROCESSES = 4;
    private static final List<Integer> ALL = List.of(0, 1, 2, 3);
    private static final long WORKER = 10;

    private final Map<Long, Integer> places = new HashMap<>(Map.of(WORKER, SELF));
    private final Map<Long, Set<Long>> groups = new HashMap<>();
    private final Set<Integer> empty = new TreeSet<>();

    // --- WM -------------------------------------------------------------------------------------------------------

    @Test
    void shouldStayWhenItMayNotMove() {
        assertThat(targets(WorkerRule.STAYS)).isEmpty();
        assertThat(targets(WorkerRule.MOVES)).containsExactly(1, 2, 3);
    }

    @Test
    void shouldMoveOnlyWhereItMay() {
        assertThat(targets(moveTo(3, 1))).containsExactly(1, 3);
        assertThat(permits().mayMove(WORKER, moveTo(3, 1), 2)).isFalse();
        assertThat(permits().mayMove(WORKER, moveTo(3, 1), 3)).isTrue();
        assertThat(targets(moveTo(SELF))).as("it is where it may be").isEmpty();
    }

    @Test
    void shouldPassOverProcessesThatAreNotThere() {
        assertThat(targets(moveTo(2, 7))).containsExactly(2);
        assertThat(targets(moveTo(7))).as("none of them is there any more").containsExactly(1, 2, 3);
    }

    // --- WN -------------------------------------------------------------------------------------------------------

    @Test
    void shouldMoveOnlyToANeighbour() {
        places.put(11L, 2);
        places.put(12L, SELF);
        assertThat(targets(neighbours(11, 12))).containsExactly(2);
        assertThat(permits().besideNeighbours(WORKER, neighbours(11, 12))).containsExactly(2);
        assertThat(permits().targets(WORKER, neighbours(11))).containsExactly(new MovableWorker.Target(2, 1, true));
    }

    @Test
    void shouldMoveToAnEmptyProcessThoughNoNeighbourIsThere() {
        places.put(11L, 2);
        empty.add(3);
        assertThat(permits().targets(WORKER, neighbours(11)))
                .containsExactly(new MovableWorker.Target(2, 1, true), new MovableWorker.Target(3, 1, false));
    }

    @Test
    void shouldStayWhenItsNeighboursAreHereOrNowhere() {
        places.put(11L, SELF);
        assertThat(targets(neighbours(11, 99))).isEmpty();
        assertThat(targets(neighbours(WORKER))).as("itself").isEmpty();
        places.put(11L, PROCESSES);
        assertThat(targets(neighbours(11))).as("at a process that is not there").isEmpty();
    }

    @Test
    void shouldTakeTheMembersOfAGroupForNeighbours() {
        groups.put(5L, Set.of(WORKER, 20L));
        places.put(20L, 3);
        WorkerRule rule = new WorkerRule(List.of(), true, List.of(), List.of(), List.of(5L), List.of(), Map.of());
        assertThat(targets(rule)).containsExactly(3);
        places.put(20L, SELF);
        assertThat(targets(rule)).isEmpty();
    }

    @Test
    void shouldHeedBothWhereItMayMoveAndItsNeighbours() {
        places.put(11L, 2);
        empty.addAll(Set.of(1, 3));
        WorkerRule rule = new WorkerRule(List.of(), true, List.of(2, 3), List.of(11L), List.of(), List.of(), Map.of());
        assertThat(targets(rule)).containsExactly(2, 3);
        WorkerRule stays = new WorkerRule(List.of(), false, List.of(), List.of(11L), List.of(), List.of(), Map.of());
        assertThat(targets(stays)).isEmpty();
    }

    // --- weights, WP ----------------------------------------------------------------------------------------------

    @Test
    void shouldSayHowMuchItWouldBeThere() {
        WorkerRule rule =
                new WorkerRule(List.of(), true, List.of(), List.of(), List.of(), List.of(), Map.of(1, 10.0, 3, 0.5));
        assertThat(permits().targets(WORKER, rule))
                .extracting(MovableWorker.Target::weight)
                .containsExactly(10.0, 1.0, 0.5);
        assertThat(permits().targets(WORKER, WorkerRule.MOVES))
                .as("another's are its own")
                .extracting(MovableWorker.Target::weight)
                .containsExactly(1.0, 1.0, 1.0);
    }

    @Test
    void shouldBeginOnlyWhereItMay() {
        assertThat(starts(startOn(3, 1, 9))).containsExactly(1, 3);
        assertThat(starts(WorkerRule.STAYS)).containsExactly(0, 1, 2, 3);
        assertThat(starts(startOn(9))).containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldBeginWhereItsWeightIsGreatest() {
        assertThat(starts(weights(Map.of(1, 10.0, 3, 0.5)))).containsExactly(1);
        assertThat(starts(weights(Map.of(3, 0.5)))).as("it avoids one").containsExactly(0, 1, 2);
        assertThat(starts(weights(Map.of(9, 10.0)))).as("one that is not there").containsExactly(0, 1, 2, 3);
        assertThat(starts(weights(Map.of(1, 10.0, 3, 0.5), 0, 3)))
                .as("of those where it may begin")
                .containsExactly(0);
    }

    private static WorkerRule weights(Map<Integer, Double> weights, Integer... startOn) {
        return new WorkerRule(List.of(startOn), true, List.of(), List.of(), List.of(), List.of(), weights);
    }

    // --- needs ----------------------------------------------------------------------------------------------------

    /** The requirement that a worker's process have a number from {@code first} to {@code last}. */
    private record Between(int first, int last) implements WorkerRule.Needs {
        private static final long serialVersionUID = 1L;

        static boolean has(WorkerRule.Needs needs, int process) {
            return needs instanceof Between between && process >= between.first && process <= between.last;
        }
    }

    @Test
    void shouldBeOnlyWhereItsNeedsAreMet() {
        WorkerRule rule = needs(List.of(), List.of(), 1, 2);
        assertThat(targets(rule)).containsExactly(1, 2);
        assertThat(permits().mayMove(WORKER, rule, 3)).isFalse();
        assertThat(starts(rule)).containsExactly(1, 2);
    }

    @Test
    void shouldTakeNeedsBeforeNamesAndPassOverNeedsThatNobodyMeets() {
        WorkerRule both = needs(List.of(0, 2), List.of(2, 3), 1, 2);
        assertThat(starts(both)).containsExactly(2);
        assertThat(targets(both)).containsExactly(2);
        WorkerRule apart = needs(List.of(3), List.of(3), 1, 2);
        assertThat(starts(apart)).as("none of the named has it").containsExactly(1, 2);
        assertThat(targets(apart)).containsExactly(1, 2);
        WorkerRule nowhere = needs(List.of(3), List.of(3), 7, 9);
        assertThat(starts(nowhere)).containsExactly(3);
        assertThat(targets(nowhere)).containsExactly(3);
    }

    @Test
    void shouldMoveToANeighbourOnlyWhereItsNeedsAreMet() {
        places.put(11L, 2);
        places.put(12L, 3);
        WorkerRule rule = new WorkerRule(
                List.of(), true, List.of(), List.of(11L, 12L), List.of(), List.of(), Map.of(), new Between(1, 2));
        assertThat(targets(rule)).containsExactly(2);
    }

    private static List<Integer> starts(WorkerRule rule) {
        return MovePermits.startProcesses(rule, ALL, Between::has);
    }

    private static WorkerRule needs(List<Integer> startOn, List<Integer> moveTo, int first, int last) {
        return new WorkerRule(
                startOn, true, moveTo, List.of(), List.of(), List.of(), Map.of(), new Between(first, last));
    }

    @Test
    void shouldRefuseRulesThatMakeNoSense() {
        assertThatThrownBy(() -> startOn(-1)).hasMessage("expected a process to start on from 0 on, found -1");
        assertThatThrownBy(() -> moveTo(-2)).hasMessage("expected a process to move to from 0 on, found -2");
        assertThatThrownBy(() -> neighbours(-3)).hasMessage("expected a neighbour from 0 on, found -3");
        assertThatThrownBy(
                        () -> new WorkerRule(List.of(), false, List.of(1), List.of(), List.of(), List.of(), Map.of()))
                .hasMessageStartingWith("expected a worker that may move if it may move to processes [1]");
        assertThatThrownBy(() ->
                        new WorkerRule(List.of(), true, List.of(), List.of(), List.of(), List.of(), Map.of(1, 0.0)))
                .hasMessage("weight for process 1: expected above 0 and at most a million, found 0.0");
    }

    // --- WD -------------------------------------------------------------------------------------------------------

    @Test
    void shouldNameACircleOfWorkersThatBeginAfterEachOther() {
        Map<Long, List<Long>> after = Map.of(
                1L, List.of(2L, 3L),
                3L, List.of(4L),
                4L, List.of(2L, 5L),
                5L, List.of(3L));
        assertThatThrownBy(() -> Circles.requireNone(
                        List.of(1L, 2L, 3L, 4L, 5L), worker -> after.getOrDefault(worker, List.of())))
                .hasMessage("expected workers that can begin, found some that begin after each other: worker 3 after"
                        + " worker 4 after worker 5 after worker 3");
        assertThatThrownBy(() -> Circles.requireNone(List.of(6L), worker -> List.of(6L)))
                .hasMessageEndingWith(": worker 6 after worker 6");
    }

    @Test
    void shouldFindNoCircleInALongChainOrInASharedPredecessor() {
        assertThat(Circles.find(List.of(0L), worker -> worker < 100_000 ? List.of(worker + 1) : List.of()))
                .isEmpty();
        Map<Long, List<Long>> after = Map.of(1L, List.of(2L, 3L), 2L, List.of(4L), 3L, List.of(4L));
        assertThat(Circles.find(after.keySet(), worker -> after.getOrDefault(worker, List.of())))
                .isEmpty();
    }

    // --------------------------------------------------------------------------------------------------------------

    private List<Integer> targets(WorkerRule rule) {
        return permits().targets(WORKER, rule).stream()
                .map(MovableWorker.Target::process)
                .toList();
    }

    private MovePermits permits() {
        return new MovePermits(
                SELF,
                ALL,
                new Whereabouts() {
                    @Override
                    public int processOf(long worker) {
                        return places.getOrDefault(worker, NOWHERE);
                    }

                    @Override
                    public boolean holdsMember(int process, long group, long except) {
                        return groups.getOrDefault(group, Set.of()).stream()
                                .anyMatch(member -> member != except && processOf(member) == process);
                    }

                    @Override
                    public WorkerRule.Fitness fitness() {
                        return Between::has;
                    }
                },
                empty::contains);
    }

    private static WorkerRule startOn(Integer... processes) {
        return new WorkerRule(List.of(processes), false, List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    private static WorkerRule moveTo(Integer... processes) {
        return new WorkerRule(List.of(), true, List.of(processes), List.of(), List.of(), List.of(), Map.of());
    }

    private static WorkerRule neighbours(long... workers) {
        return new WorkerRule(
                List.of(), true, List.of(), Arrays.stream(workers).boxed().toList(), List.of(), List.of(), Map.of());
    }
}
