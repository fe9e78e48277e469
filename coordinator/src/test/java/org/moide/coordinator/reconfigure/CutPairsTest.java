package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Location;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/** Tests which engines have to leave the run if some engines do not reach each other. */
class CutPairsTest {
    private static final int FIRST = 0;

    private final CutPairs pairs = new CutPairs(Timing.USUAL);
    private final List<EnginePlace> engines = new ArrayList<>(
            IntStream.range(0, 6).mapToObj(seat -> place(seat, 1)).toList());
    private long nowNanos = 1_000;

    private static EnginePlace place(int seat, double power) {
        return new EnginePlace(seat, "node" + seat, node(seat), 1, power, Location.UNKNOWN);
    }

    private static NodeReference node(int seat) {
        return new NodeReference("engine-" + seat, List.of("10.0.0." + seat), 7200);
    }

    private CutPairs.@Nullable Wanted tells(int seat, long inquiry, Integer... unreached) {
        List<NodeReference> nodes =
                List.of(unreached).stream().map(CutPairsTest::node).toList();
        return pairs.told(seat, new EngineReport.Unreached(inquiry, nodes), engines, FIRST, nowNanos);
    }

    private CutPairs.@Nullable Wanted complains(int seat, Integer... unreached) {
        return tells(seat, EngineReport.Unreached.UNASKED, unreached);
    }

    private EngineCommand.Probe asked(CutPairs.@Nullable Wanted wanted) {
        assertThat(wanted).isInstanceOf(CutPairs.Ask.class);
        return ((CutPairs.Ask) wanted).probe();
    }

    private static Map<Integer, String> left(CutPairs.@Nullable Wanted wanted) {
        assertThat(wanted).isInstanceOf(CutPairs.Leave.class);
        return ((CutPairs.Leave) wanted).seats();
    }

    /**
     * Lets all engines answer the coordinator's question whether they reach other engines. Returns the step that
     * follows from the last answer.
     *
     * @param cut the engines that each engine does not reach
     */
    private CutPairs.@Nullable Wanted allAnswer(EngineCommand.Probe probe, Map<Integer, Set<Integer>> cut) {
        CutPairs.Wanted last = null;
        for (EnginePlace engine : List.copyOf(engines)) {
            assertThat(last).isNull();
            Integer[] unreached = engines.stream()
                    .filter(other -> probe.nodes().contains(other.node()))
                    .map(EnginePlace::seat)
                    .filter(other -> isCut(cut, engine.seat(), other) || isCut(cut, other, engine.seat()))
                    .toArray(Integer[]::new);
            last = tells(engine.seat(), probe.inquiry(), unreached);
        }
        return last;
    }

    private static boolean isCut(Map<Integer, Set<Integer>> cut, int one, int other) {
        return cut.getOrDefault(one, Set.of()).contains(other);
    }

    @Test
    void shouldHaveOneOfAPairLeaveWhenAllHaveTriedTwice() {
        Map<Integer, Set<Integer>> cut = Map.of(2, Set.of(5), 5, Set.of(2));
        EngineCommand.Probe first = asked(complains(2, 5));
        assertThat(first.nodes()).containsExactly(node(2), node(5));
        EngineCommand.Probe second = asked(allAnswer(first, cut));
        assertThat(second.inquiry()).isGreaterThan(first.inquiry());

        assertThat(left(allAnswer(second, cut)))
                .isEqualTo(Map.of(
                        5,
                        "engine-2 on node2 and engine-5 on node5 could not reach each other for 20 s, while the coordinator"
                                + " reached both: engine-5 leaves"));
    }

    @Test
    void shouldHaveTheWeakerOneLeave() {
        engines.set(2, place(2, 0.5));
        Map<Integer, Set<Integer>> cut = Map.of(5, Set.of(2));
        CutPairs.Wanted second = allAnswer(asked(complains(5, 2)), cut);

        assertThat(left(allAnswer(asked(second), cut))).containsOnlyKeys(2);
    }

    @Test
    void shouldAskForThoseThatNobodyHadNamedBeforeItDecides() {
        Map<Integer, Set<Integer>> cut = Map.of(1, Set.of(3, 4, 5), 2, Set.of(3, 4, 5), 0, Set.of(3, 4, 5));
        EngineCommand.Probe first = asked(complains(1, 4));
        EngineCommand.Probe second = asked(allAnswer(first, cut));
        assertThat(second.nodes()).hasSize(6);

        Map<Integer, String> leave = left(allAnswer(second, cut));

        assertThat(leave).containsOnlyKeys(3, 4, 5);
        assertThat(leave.get(4))
                .isEqualTo(
                        "engine-4 on node4 and the engines around it (engine-0 on node0, engine-1 on node1, engine-2 on"
                                + " node2) could not reach each other for 20 s, while the coordinator reached all: engine-4 leaves");
    }

    @Test
    void shouldNeverHaveTheFirstLeave() {
        Map<Integer, Set<Integer>> cut = Map.of(0, Set.of(1, 2, 3));
        CutPairs.Wanted second = allAnswer(asked(complains(0, 1)), cut);

        assertThat(left(allAnswer(asked(second), cut))).containsOnlyKeys(1, 2, 3);
    }

    @Test
    void shouldLeaveAllAsItIsWhenTheyReachEachOtherAgain() {
        EngineCommand.Probe first = asked(complains(2, 5));
        assertThat(allAnswer(first, Map.of())).isNull();

        EngineCommand.Probe again = asked(complains(2, 5));
        EngineCommand.Probe second = asked(allAnswer(again, Map.of(2, Set.of(5))));
        assertThat(allAnswer(second, Map.of())).isNull();
    }

    @Test
    void shouldNotTakeAnEngineThatTheCoordinatorDoesNotReachForOneOfAPair() {
        EngineCommand.Probe first = asked(complains(2, 5));
        for (int seat = 0; seat < 5; seat++) {
            assertThat(tells(seat, first.inquiry(), 5)).isNull();
        }
        nowNanos += Timing.USUAL.call().multipliedBy(2).toNanos();

        assertThat(pairs.tick(engines, FIRST, nowNanos)).isNull();
    }

    @Test
    void shouldNotTakeAnEngineThatAnswersOnlyWhenItIsReachedAgainForOneOfAPair() {
        EngineCommand.Probe first = asked(complains(2, 5, 4));
        for (int seat = 0; seat < 5; seat++) {
            tells(seat, first.inquiry(), seat == 2 ? new Integer[] {4, 5} : new Integer[] {5});
        }
        nowNanos += Timing.USUAL.call().multipliedBy(2).toNanos();
        EngineCommand.Probe second = asked(pairs.tick(engines, FIRST, nowNanos));

        assertThat(left(allAnswer(second, Map.of(1, Set.of(5), 2, Set.of(4, 5), 3, Set.of(5)))))
                .containsOnlyKeys(4);
    }

    @Test
    void shouldDecideWithoutThoseThatAreGoneMeanwhile() {
        EngineCommand.Probe first = asked(complains(2, 5));
        for (int seat : List.of(0, 1, 2, 4)) {
            tells(seat, first.inquiry(), seat == 2 ? new Integer[] {5} : new Integer[] {});
        }
        engines.remove(3);
        EngineCommand.Probe second = asked(tells(5, first.inquiry(), 2));
        engines.remove(4); // the engine with seat 5
        assertThat(allAnswer(second, Map.of(2, Set.of(5)))).isNull();
    }

    @Test
    void shouldTakeNoAnswerToAnotherQuestionForOneToThis() {
        EngineCommand.Probe first = asked(complains(2, 5));
        assertThat(tells(1, first.inquiry() + 7, 5)).isNull();
        assertThat(complains(3, 4)).as("while one goes on").isNull();
        assertThat(allAnswer(first, Map.of())).isNull();
        assertThat(tells(1, first.inquiry(), 5)).as("when it is over").isNull();
    }

    @Test
    void shouldNotAskForProcessesThatAreNoEngines() {
        engines.remove(5);
        assertThat(complains(2, 5)).isNull();
    }
}
