package org.moide.balance.worker.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.StrategySpec;

/** Tests each worker strategy's decisions at one moment. */
class WorkerDecisionsTest {
    private static final long MILLI = WorkersView.MILLI;

    // --- receiver -------------------------------------------------------------------------------------------------

    @Test
    void shouldAskProcessesWithNeighboursFirstToLastAndThenWaitWhenIdle() {
        WorkerStrategy receiver = make("receiver", Map.of());
        WorkersView view = new WorkersView(5).load(1, 9).load(2, 3).load(3, 5);
        view.neighbourProcesses.addAll(List.of(2, 3));
        view.idleNanos = 50 * MILLI;
        assertThat(receiver.decide(view)).containsExactly(new WorkerDecision.Ask(3));
        view.asked.put(3, WorkerView.Asked.OPEN);
        assertThat(receiver.decide(view)).isEmpty();
        view.asked.put(3, WorkerView.Asked.REFUSED);
        assertThat(receiver.decide(view)).containsExactly(new WorkerDecision.Ask(2));
        view.asked.put(2, WorkerView.Asked.SILENT);
        assertThat(receiver.decide(view)).as("the others hold no neighbour").isEmpty();
        view.nowNanos = 49 * MILLI;
        assertThat(receiver.decide(view)).as("it waits").isEmpty();
        view.nowNanos = 50 * MILLI;
        assertThat(receiver.decide(view)).containsExactly(new WorkerDecision.Ask(3));
    }

    @Test
    void shouldAskAnybodyTheMostUsedFirstWhenNobodyHoldsANeighbour() {
        WorkerStrategy receiver = make("receiver", Map.of("tries", "3"));
        WorkersView view = new WorkersView(5).load(1, 0.2).load(2, 3).load(3, 0.1); // the load of process 4 is unknown
        view.idleNanos = 50 * MILLI;
        List<Integer> asked = new ArrayList<>();
        for (int time = 0; time < 6; time++) {
            for (WorkerDecision decision : receiver.decide(view)) {
                asked.add(((WorkerDecision.Ask) decision).process());
                view.asked.put(asked.get(asked.size() - 1), WorkerView.Asked.REFUSED);
            }
        }
        assertThat(asked).as("not more than three").containsExactly(2, 4, 1);
    }

    @Test
    void shouldNotAskWhenAWorkerIsActive() {
        WorkersView view = new WorkersView(2).load(1, 9);
        view.idleNanos = 49 * MILLI;
        assertThat(make("receiver", Map.of()).decide(view)).isEmpty();
    }

    @Test
    void shouldGiveTheWorkerThatGainsMostWhenItsLoadExceedsTheThreshold() {
        WorkersView view = new WorkersView(2)
                .with(1, 0.1, 1)
                .with(2, 0.9, 1)
                .with(3, 1.9, 1)
                .asking(1, 0);
        view.activity = 0.6;
        view.ownDemand = 2.9;
        List<WorkerDecision> decisions = make("receiver", Map.of()).decide(view);
        assertThat(moves(decisions)).containsExactly(Map.entry(3L, 1));
        view.movable.remove(2);
        assertThat(moves(make("receiver", Map.of()).decide(view))).containsExactly(Map.entry(2L, 1));
        view.activity = 0.59;
        assertThat(make("receiver", Map.of()).decide(view)).containsExactly(new WorkerDecision.Refuse(1));
    }

    @Test
    void shouldRefuseWhenAMoveHelpsNobody() {
        WorkersView view = new WorkersView(3).with(1, 1, 1).asking(1, 0);
        view.activity = 1;
        view.ownDemand = 1;
        assertThat(make("receiver", Map.of()).decide(view))
                .as("one worker, and it would be as long there")
                .containsExactly(new WorkerDecision.Refuse(1));
        view.powers.put(1, 4.0);
        assertThat(moves(make("receiver", Map.of()).decide(view)))
                .as("a faster process")
                .containsExactly(Map.entry(1L, 1));
        view.moveNanos = 1501 * MILLI;
        assertThat(make("receiver", Map.of()).decide(view))
                .as("it takes longer than it saves in two seconds")
                .containsExactly(new WorkerDecision.Refuse(1));
        assertThat(moves(make("receiver", Map.of("horizon", "3")).decide(view))).hasSize(1);
    }

    @Test
    void shouldRefuseWhenAMoveWouldNearlyTurnTheDifferenceRound() {
        WorkersView view = new WorkersView(2).with(1, 1, 1).with(2, 1, 1).asking(1, 0.6);
        view.activity = 1;
        view.ownDemand = 2;
        assertThat(make("receiver", Map.of()).decide(view)).containsExactly(new WorkerDecision.Refuse(1));
        view.load(1, 0.5);
        assertThat(moves(make("receiver", Map.of()).decide(view))).hasSize(1);
    }

    @Test
    void shouldRefuseWhenDirectivesDoNotLetAWorkerMoveThere() {
        WorkersView view = new WorkersView(3).with(1, 1, 2).with(2, 1, 2).asking(1, 0);
        view.activity = 1;
        view.ownDemand = 2;
        assertThat(make("receiver", Map.of()).decide(view)).containsExactly(new WorkerDecision.Refuse(1));
    }

    @Test
    void shouldWeighPreferences() {
        WorkersView view = new WorkersView(2)
                .with(1, 0.5, List.of(new MovableWorker.Target(1, 0.1, false)))
                .asking(1, 0.1);
        view.activity = 1;
        view.ownDemand = 3;
        assertThat(make("receiver", Map.of()).decide(view))
                .as("0.6 there is for it like 6")
                .containsExactly(new WorkerDecision.Refuse(1));
        view.movable.clear();
        view.with(1, 0.5, List.of(new MovableWorker.Target(1, 10, false))).load(1, 2.9);
        assertThat(moves(make("receiver", Map.of()).decide(view)))
                .as("3.4 there is for it like 0.34")
                .containsExactly(Map.entry(1L, 1));
    }

    @Test
    void shouldGiveTheWorkerBesideANeighbourWhenOthersGainAsMuch() {
        WorkersView view = new WorkersView(2)
                .with(1, 1, 1)
                .with(2, 1, List.of(new MovableWorker.Target(1, 1, true)))
                .with(3, 1, 1)
                .asking(1, 0);
        view.activity = 1;
        view.ownDemand = 3;
        assertThat(moves(make("receiver", Map.of()).decide(view))).containsExactly(Map.entry(2L, 1));
    }

    @Test
    void shouldReckonWithWhatItGivesWhenSeveralAsk() {
        WorkersView view = new WorkersView(3)
                .with(1, 1, 1, 2)
                .with(2, 1, 1, 2)
                .asking(1, 0)
                .asking(2, 0);
        view.activity = 1;
        view.ownDemand = 2;
        List<WorkerDecision> decisions = make("receiver", Map.of()).decide(view);
        assertThat(moves(decisions)).as("the other is left here alone").hasSize(1);
        assertThat(decisions).contains(new WorkerDecision.Refuse(2));
    }

    // --- no ping-pong ---------------------------------------------------------------------------------------------

    @Test
    void shouldLeaveAWorkerWhereItCameForAWhileAndLongerEachTime() {
        WorkerStrategy receiver = make("receiver", Map.of());
        WorkersView view = new WorkersView(2).asking(1, 0);
        view.activity = 1;
        view.ownDemand = 9;
        List<Long> stays = new ArrayList<>();
        long moved = 0;
        for (int time = 0; time < 5; time++) {
            long cameNanos = view.nowNanos;
            boolean left = false;
            while (!left) {
                view.movable.clear();
                view.movable.add(new MovableWorker(
                        1,
                        1,
                        1000 * MILLI,
                        0,
                        moved,
                        view.nowNanos - cameNanos,
                        1,
                        List.of(new MovableWorker.Target(1, 1, false))));
                left = !moves(receiver.decide(view)).isEmpty();
                view.nowNanos += MILLI;
            }
            stays.add((view.nowNanos - cameNanos) / MILLI - 1);
            moved += 2; // to another process and straight back
        }
        assertThat(stays).containsExactly(0L, 1000L, 2000L, 4000L, 8000L);
    }

    // --- sender ---------------------------------------------------------------------------------------------------

    @Test
    void shouldOfferToTheLeastUsedWhereItsWorkersMayMove() {
        WorkerStrategy sender = make("sender", Map.of());
        WorkersView view = new WorkersView(5)
                .with(1, 1, 1, 2)
                .with(2, 1, List.of(new MovableWorker.Target(3, 1, true)))
                .with(3, 0, 4)
                .load(1, 0.5)
                .load(2, 0.1)
                .load(3, 0.9)
                .load(4, 0);
        view.activity = 0.9;
        view.ownDemand = 2;
        List<Integer> offered = new ArrayList<>();
        for (int time = 0; time < 5; time++) {
            for (WorkerDecision decision : sender.decide(view)) {
                offered.add(((WorkerDecision.Offer) decision).process());
                view.asked.put(offered.get(offered.size() - 1), WorkerView.Asked.REFUSED);
            }
        }
        assertThat(offered)
                .as("a neighbour is at 3, and nobody who has work may go to 4")
                .containsExactly(3, 2, 1);
        view.activity = 0.89;
        view.nowNanos = 1000 * MILLI;
        assertThat(sender.decide(view)).isEmpty();
    }

    @Test
    void shouldTakeUpOneOfferWhenItHasLittleToDo() {
        WorkersView view = new WorkersView(3).offering(1, 2).offering(2, 2).with(7, 0);
        view.activity = 0.49;
        assertThat(make("sender", Map.of()).decide(view))
                .containsExactly(new WorkerDecision.Ask(1), new WorkerDecision.Refuse(2));
        view.activity = 0.5;
        assertThat(make("sender", Map.of()).decide(view))
                .containsExactly(new WorkerDecision.Refuse(1), new WorkerDecision.Refuse(2));
    }

    // --- greedy ---------------------------------------------------------------------------------------------------

    @Test
    void shouldMoveWhatThePlanSaysAndNoMore() {
        WorkersView view = new WorkersView(4).load(1, 4).load(2, 0).load(3, 0.5);
        for (int worker = 0; worker < 12; worker++) {
            view.with(worker, 0.25, 1, 2, 3);
        }
        view.ownDemand =
                3; // the mean is 1.875: process 1 gives its 2.125 to 2, which takes 1.875, and to 3; this one 1.125 to
        // 3
        List<WorkerDecision> decisions = make("greedy", Map.of()).decide(view);
        assertThat(decisions.get(0)).isEqualTo(new WorkerDecision.Tell(List.of(1, 2, 3), false));
        List<Map.Entry<Long, Integer>> moves = moves(decisions);
        assertThat(moves).allMatch(move -> move.getValue() == 3).hasSizeBetween(4, 5);
    }

    @Test
    void shouldMoveNothingWhenLoadsAreWithinTheTolerance() {
        WorkersView view = new WorkersView(2).with(1, 0.1, 1).with(2, 0.1, 1).load(1, 1.7);
        view.ownDemand = 2;
        assertThat(moves(make("greedy", Map.of()).decide(view))).isEmpty();
        assertThat(moves(make("greedy", Map.of("tolerance", "0.01")).decide(view)))
                .hasSize(1);
        view.ownDemand = 0.4;
        view.load(1, 0.1);
        assertThat(moves(make("greedy", Map.of()).decide(view)))
                .as("nobody waits for a thread")
                .isEmpty();
        assertThat(moves(make("greedy", Map.of("busy", "0.3")).decide(view))).hasSize(1);
    }

    @Test
    void shouldLookOnceAPeriod() {
        WorkerStrategy greedy = make("greedy", Map.of("period", "0.2"));
        WorkersView view = new WorkersView(2).with(1, 1, 1).with(2, 1, 1).load(1, 0);
        assertThat(moves(greedy.decide(view))).isEmpty();
        view.ownDemand = 2;
        view.nowNanos = 199 * MILLI;
        assertThat(moves(greedy.decide(view))).isEmpty();
        view.nowNanos = 200 * MILLI;
        assertThat(moves(greedy.decide(view))).hasSize(1);
    }

    @Test
    void shouldMoveElsewhereWhenDirectivesForbidWhatThePlanSays() {
        WorkersView view =
                new WorkersView(3).with(1, 1, 2).with(2, 1, 2).load(1, 0).load(2, 0.5);
        view.ownDemand = 2.5;
        assertThat(moves(make("greedy", Map.of()).decide(view)))
                .as("the plan's 1 has most room, but they may go to 2 only")
                .extracting(Map.Entry::getValue)
                .containsExactly(2);
    }

    // --- gossip ---------------------------------------------------------------------------------------------------

    @Test
    void shouldTellSomeAllThatIsKnownAndDrawByRoom() {
        Map<Integer, Integer> drawn = new TreeMap<>();
        Map<Integer, Integer> told = new TreeMap<>();
        for (int seed = 0; seed < 1000; seed++) {
            WorkerStrategy gossip =
                    WorkerStrategies.make(StrategySpec.of("gossip"), 0, new SplittableRandom(seed), null);
            WorkersView view =
                    new WorkersView(4).with(1, 1, 1, 2, 3).load(1, 0).load(2, 1).load(3, 2);
            view.ownDemand = 3; // the mean is 1.5: three quarters of the room are at process 1
            List<WorkerDecision> decisions = gossip.decide(view);
            WorkerDecision.Tell tell = (WorkerDecision.Tell) decisions.get(0);
            assertThat(tell.whatIsKnown()).isTrue();
            assertThat(tell.processes()).hasSize(2).doesNotHaveDuplicates().doesNotContain(0);
            tell.processes().forEach(process -> told.merge(process, 1, Integer::sum));
            moves(decisions).forEach(move -> drawn.merge(move.getValue(), 1, Integer::sum));
        }
        assertThat(told.values()).allMatch(times -> times > 550 && times < 780);
        assertThat(drawn.keySet()).as("1 has room for 1.65, 2 for 0.65").containsExactly(1);
    }

    @Test
    void shouldDrawInProportionToRoom() {
        Map<Integer, Integer> drawn = new TreeMap<>();
        for (int seed = 0; seed < 1000; seed++) {
            WorkerStrategy gossip =
                    WorkerStrategies.make(StrategySpec.of("gossip"), 0, new SplittableRandom(seed), null);
            WorkersView view = new WorkersView(4)
                    .with(1, 0.3, 1, 2, 3)
                    .load(1, 0)
                    .load(2, 1)
                    .load(3, 2);
            view.ownDemand = 3;
            moves(gossip.decide(view)).forEach(move -> drawn.merge(move.getValue(), 1, Integer::sum));
        }
        assertThat(drawn.get(1)).isBetween(700, 800);
        assertThat(drawn.get(2)).isBetween(200, 300);
        assertThat(drawn).doesNotContainKey(3);
    }

    // --- rotate, none ---------------------------------------------------------------------------------------------

    @Test
    void shouldMoveEveryWorkerToTheNextProcessWhereItMayBe() {
        WorkersView view = new WorkersView(4).with(1, 0, 1, 2, 3).with(2, 0, 3).with(3, 0, 2, 3);
        assertThat(moves(make("rotate", Map.of()).decide(view)))
                .containsExactly(Map.entry(1L, 1), Map.entry(2L, 3), Map.entry(3L, 2));
        assertThat(make("none", Map.of()).decide(view)).isEmpty();
    }

    /**
     * Checks the strategies that tell other processes when this one has no worker. The other strategies tell the load
     * in any case.
     */
    @Test
    void shouldTellOthersWhereThereIsNoWorker() {
        for (String strategy : List.of("rotate", "sender")) {
            WorkerDecision told = new WorkerDecision.Tell(List.of(1, 2), false);
            assertThat(make(strategy, Map.of()).decide(new WorkersView(3).with(7, 0)))
                    .as(strategy)
                    .doesNotContain(told);
            assertThat(make(strategy, Map.of()).decide(new WorkersView(3)))
                    .as(strategy)
                    .containsExactly(told);
        }
    }

    private static List<Map.Entry<Long, Integer>> moves(List<WorkerDecision> decisions) {
        List<Map.Entry<Long, Integer>> moves = new ArrayList<>();
        for (WorkerDecision decision : decisions) {
            if (decision instanceof WorkerDecision.Move move) {
                moves.add(Map.entry(move.worker(), move.process()));
            }
        }
        return moves;
    }

    private static WorkerStrategy make(String name, Map<String, String> parameters) {
        return WorkerStrategies.make(StrategySpec.of(name, parameters), 0, new SplittableRandom(1), null);
    }
}
