package org.moide.balance.worker.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.strategy.Activity;
import org.moide.balance.worker.strategy.MovableWorker;
import org.moide.balance.worker.strategy.Whereabouts;
import org.moide.balance.worker.strategy.WorkerDecision;
import org.moide.balance.worker.strategy.WorkerLoad;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.balance.worker.strategy.WorkerView;

/**
 * Tests the balancer of process 0 of three. Its strategy decides what the test says, and keeps the view that it was
 * given.
 */
class WorkerBalancerTest {
    private static final long MILLI = 1_000_000;

    private final List<WorkerDecision> decisions = new ArrayList<>();
    private final Map<Long, Integer> places = new TreeMap<>();
    private final WorkerBalancer balancer = balancer(BalanceLimits.DEFAULT);
    private final List<LocalWorker> seen = new ArrayList<>();
    private WorkerView view;
    private List<WorkerView.Question> questions = List.of();
    private long active;
    private long queued;
    private long busyNanos;
    private long handled;
    private long now;

    private WorkerBalancer balancer(BalanceLimits limits) {
        return new WorkerBalancer(
                0,
                List.of(new ProcessPower(1, 1), new ProcessPower(1, 2), new ProcessPower(2, 1)),
                given -> {
                    view = given;
                    questions = List.copyOf(given.questions());
                    return List.copyOf(decisions);
                },
                new Activity(1, 0),
                (bytes, process) -> MILLI,
                limits,
                0);
    }

    // --- loads ----------------------------------------------------------------------------------------------------

    @Test
    void shouldTellALoadOnlyWhenItHasChangedByAPart() {
        decisions.add(new WorkerDecision.Tell(List.of(1, 2), false));
        assertThat(step().letters()).as("they know nothing").hasSize(2);
        assertThat(stepAt(5).letters()).isEmpty();
        queued = 100; // tasks of a millisecond in a window of 500 ms
        assertThat(stepAt(10).letters())
                .extracting(BalanceStep.Addressed::process)
                .containsExactly(1, 2);
        queued = 110;
        assertThat(stepAt(15).letters()).as("9% more").isEmpty();
        queued = 120;
        assertThat(stepAt(20).letters()).hasSize(2);
        queued = 0;
        assertThat(stepAt(25).letters()).as("nothing is left").hasSize(2);
        assertThat(stepAt(1024).letters()).isEmpty();
        assertThat(stepAt(1025).letters()).as("a letter may have been lost").hasSize(2);
    }

    @Test
    void shouldCountAnyLetterAsTellingTheLoad() {
        decisions.add(new WorkerDecision.Ask(1));
        assertThat(step().letters()).hasSize(1);
        decisions.set(0, new WorkerDecision.Tell(List.of(1, 2), false));
        assertThat(stepAt(5).letters())
                .extracting(BalanceStep.Addressed::process)
                .containsExactly(2);
    }

    @Test
    void shouldSendABoundedNumberOfLetters() {
        decisions.add(new WorkerDecision.Tell(List.of(1, 2), false));
        long letters = 0;
        for (int time = 0; time < 10_000; time++) {
            queued = time % 2 * 1000L;
            letters += stepAt(time).letters().size();
        }
        assertThat(letters).as("100 at once, and 400 in each of ten seconds").isBetween(4050L, 4100L);
    }

    @Test
    void shouldSendNoMoreQuestionsAndRefusalsThanLettersAreLeft() {
        BalanceLimits few = new BalanceLimits(500 * MILLI, MILLI, 100 * MILLI, 0.1, 1000 * MILLI, 1, 2, 64, 256);
        WorkerBalancer sparing = balancer(few);
        sparing.heard(new BalanceLetter.WorkerWanted(1, load(2, 1, 1, 0)), 0);
        decisions.addAll(List.of(new WorkerDecision.Ask(1), new WorkerDecision.Offer(2), new WorkerDecision.Refuse(2)));
        assertThat(sparing.step(local(), whereabouts(), 0).letters()).hasSize(2);
        assertThat(view.asked(2)).isEqualTo(WorkerView.Asked.OPEN);
    }

    @Test
    void shouldMeasureActivityAndQueueTogether() {
        active = 1;
        step();
        busyNanos = 100 * MILLI;
        handled = 50; // two milliseconds each
        queued = 250; // enough for a window
        stepAt(250);
        assertThat(view.own().activity()).isEqualTo(1);
        assertThat(view.own().demand()).isEqualTo(2);
        active = 0;
        queued = 0;
        stepAt(500);
        stepAt(750);
        assertThat(view.own().activity()).isEqualTo(0.5);
        assertThat(view.own().demand()).isEqualTo(0.5);
        assertThat(view.idleNanos()).isEqualTo(250 * MILLI);
        busyNanos += 100 * MILLI;
        handled += 10; // ten milliseconds each
        queued = 50;
        stepAt(1000);
        assertThat(view.own().demand())
                .as("what was before the window does not count")
                .isEqualTo(1);
    }

    @Test
    void shouldKeepTheNewestLoadHoweverLettersCome() {
        balancer.heard(told(load(1, 5, 1, 3)), 10 * MILLI);
        balancer.heard(told(load(1, 4, 1, 9)), 20 * MILLI);
        stepAt(25);
        assertThat(view.load(1).demand()).isEqualTo(3);
        assertThat(view.load(1).ageNanos()).isEqualTo(15 * MILLI);
        assertThat(view.load(2)).isNull();
        balancer.heard(
                new BalanceLetter.LoadTold(List.of(load(1, 6, 1, 2), load(2, 1, 1, 7), load(0, 99, 1, 50))), now);
        step();
        assertThat(view.load(1).demand()).isEqualTo(2);
        assertThat(view.load(2).demand()).isEqualTo(7);
        assertThat(view.load(0)).as("its own it knows better").isEqualTo(view.own());
    }

    @Test
    void shouldPassOnWhatItKnowsWhenThatIsNews() {
        decisions.add(new WorkerDecision.Tell(List.of(1), true));
        step();
        balancer.heard(new BalanceLetter.LoadTold(List.of(load(2, 1, 1, 3), load(0, 99, 1, 50))), 0);
        balancer.heard(told(load(1, 1, 1, 4)), 0);
        BalanceLetter.LoadTold letter =
                (BalanceLetter.LoadTold) stepAt(5).letters().get(0).letter();
        assertThat(letter.loads())
                .extracting(WorkerLoad::process)
                .as("each once, and nobody's own back to it")
                .containsExactly(0, 2);
        assertThat(letter.loads().get(1).ageNanos()).isEqualTo(5 * MILLI);
        balancer.heard(told(load(2, 2, 1, 3.1)), now);
        assertThat(stepAt(10).letters()).as("about the same").isEmpty();
        balancer.heard(told(load(2, 3, 1, 4)), now);
        assertThat(stepAt(15).letters()).hasSize(1);
        assertThat(stepAt(20).letters()).isEmpty();
    }

    @Test
    void shouldRefuseLettersOfProcessesThatAreNotThere() {
        assertThatThrownBy(() -> balancer.heard(told(load(3, 1, 1, 0)), 0))
                .hasMessage("a letter of balancing: expected a process from 0 to 2, found 3");
        assertThatThrownBy(() -> balancer.workerCame(-1)).hasMessageEndingWith("found -1");
    }

    // --- questions ------------------------------------------------------------------------------------------------

    @Test
    void shouldKnowWhatBecameOfAQuestion() {
        decisions.add(new WorkerDecision.Ask(1));
        assertThat(step().letters())
                .containsExactly(new BalanceStep.Addressed(1, new BalanceLetter.WorkerWanted(1, view.own())));
        assertThat(stepAt(5).letters()).as("it is open").isEmpty();
        assertThat(view.asked(1)).isEqualTo(WorkerView.Asked.OPEN);
        balancer.heard(new BalanceLetter.WorkerRefused(2, load(1, 1, 1, 0)), now);
        balancer.workerCame(2);
        assertThat(stepAt(10).letters()).isEmpty();
        assertThat(view.asked(1)).as("that was another").isEqualTo(WorkerView.Asked.OPEN);
        balancer.heard(new BalanceLetter.WorkerRefused(1, load(1, 2, 1, 0)), now);
        BalanceLetter again = stepAt(15).letters().get(0).letter();
        assertThat(again)
                .isInstanceOfSatisfying(
                        BalanceLetter.WorkerWanted.class,
                        wanted -> assertThat(wanted.question()).isEqualTo(2));
        balancer.workerCame(1);
        decisions.clear();
        stepAt(20);
        assertThat(view.asked(1)).isEqualTo(WorkerView.Asked.AGREED);
        assertThat(view.asked(2)).isEqualTo(WorkerView.Asked.NEVER);
    }

    @Test
    void shouldTakeAQuestionForLostWhenNoAnswerComes() {
        decisions.add(new WorkerDecision.Ask(1));
        step();
        decisions.clear();
        stepAt(99);
        assertThat(view.asked(1)).isEqualTo(WorkerView.Asked.OPEN);
        stepAt(100);
        assertThat(view.asked(1)).isEqualTo(WorkerView.Asked.SILENT);
        balancer.heard(new BalanceLetter.WorkerWanted(1, load(1, 1, 1, 0)), now);
        step();
        assertThat(view.questions()).hasSize(1);
        stepAt(199);
        assertThat(view.questions()).hasSize(1);
        stepAt(200);
        assertThat(view.questions()).as("the other has given up").isEmpty();
    }

    @Test
    void shouldAnswerEachQuestionOnce() {
        BalanceLetter wanted = new BalanceLetter.WorkerWanted(7, load(1, 1, 1, 0));
        balancer.heard(wanted, 0);
        decisions.addAll(List.of(new WorkerDecision.Refuse(1), new WorkerDecision.Refuse(1)));
        BalanceStep step = step();
        assertThat(questions).containsExactly(new WorkerView.Question(load(1, 1, 1, 0), 0));
        assertThat(step.letters())
                .containsExactly(new BalanceStep.Addressed(1, new BalanceLetter.WorkerRefused(7, view.own())));
        balancer.heard(wanted, now); // a duplicate
        balancer.heard(new BalanceLetter.WorkerWanted(6, load(1, 1, 1, 0)), now); // an earlier one that arrives late
        assertThat(stepAt(5).letters()).isEmpty();
        assertThat(questions).isEmpty();
    }

    @Test
    void shouldSeeAnOfferTakenUpWhenTheOtherAsks() {
        decisions.add(new WorkerDecision.Offer(1));
        step();
        decisions.clear();
        balancer.workerCame(1);
        stepAt(5);
        assertThat(view.asked(1)).as("it was no question").isEqualTo(WorkerView.Asked.OPEN);
        balancer.heard(new BalanceLetter.WorkerWanted(1, load(1, 1, 1, 0)), now);
        stepAt(10);
        assertThat(view.asked(1)).isEqualTo(WorkerView.Asked.AGREED);
        assertThat(view.questions()).hasSize(1);
    }

    @Test
    void shouldTakeUpAnOfferByAsking() {
        balancer.heard(new BalanceLetter.WorkerOffered(3, load(2, 1, 1, 0)), 0);
        step();
        assertThat(view.offers()).extracting(WorkerView.Question::process).containsExactly(2);
        assertThat(view.questions()).isEmpty();
        decisions.add(new WorkerDecision.Ask(2));
        assertThat(stepAt(5).letters())
                .singleElement()
                .satisfies(sent -> assertThat(sent.letter()).isInstanceOf(BalanceLetter.WorkerWanted.class));
        stepAt(10);
        assertThat(view.offers()).isEmpty();
    }

    // --- moves ----------------------------------------------------------------------------------------------------

    @Test
    void shouldShowWhatMayMoveAndLetNothingElseMove() {
        seen.add(worker(1, WorkerRule.MOVES));
        seen.add(worker(2, WorkerRule.STAYS));
        seen.add(new LocalWorker(3, 1, MILLI, 0, 0, 0, false, WorkerRule.MOVES));
        seen.add(worker(
                4, new WorkerRule(List.of(), true, List.of(2), List.of(), List.of(), List.of(), Map.of(0, 3.0))));
        decisions.addAll(List.of(
                move(2, 1), move(3, 1), move(4, 1), move(1, 0), move(1, 9), move(5, 1), move(1, 1), move(1, 2)));
        assertThat(step().moves()).containsExactly(move(1, 1));
        assertThat(view.movable()).extracting(MovableWorker::worker).containsExactly(1L, 4L);
        assertThat(view.movable().get(1).weightHere()).isEqualTo(3);
    }

    @Test
    void shouldAnswerAQuestionWithAMove() {
        seen.add(worker(1, WorkerRule.MOVES));
        balancer.heard(new BalanceLetter.WorkerWanted(1, load(1, 1, 1, 0)), 0);
        decisions.addAll(List.of(move(1, 1), new WorkerDecision.Refuse(1)));
        BalanceStep step = step();
        assertThat(step.moves()).hasSize(1);
        assertThat(step.letters()).isEmpty();
        assertThat(stepAt(5).letters()).isEmpty();
    }

    @Test
    void shouldNotShowAWorkerThatIsAboutToLeave() {
        seen.add(worker(1, WorkerRule.MOVES));
        decisions.add(move(1, 1));
        assertThat(step().moves()).hasSize(1);
        assertThat(stepAt(5).moves()).isEmpty();
        assertThat(view.movable()).isEmpty();
        assertThat(stepAt(500).moves()).as("it stayed after all").hasSize(1);
    }

    @Test
    void shouldCountAWorkerThatMovedWhereItGoesUntilItIsMeasuredThere() {
        seen.add(new LocalWorker(1, 0, 250 * MILLI, 0, 0, 0, true, WorkerRule.MOVES));
        active = 1;
        step();
        stepAt(500);
        balancer.heard(told(load(1, 1, 1, 1)), now);
        decisions.add(move(1, 1));
        step(); // by half of a thread here, a quarter on process 1, which is twice as fast
        decisions.clear();
        seen.clear();
        step();
        assertThat(view.load(1).demand()).isEqualTo(1.25);
        assertThat(view.load(1).workers()).isEqualTo(2);
        assertThat(view.own().demand()).as("no longer its own").isEqualTo(0.5);
        balancer.heard(told(load(1, 2, 1, 1)), now);
        stepAt(750);
        assertThat(view.load(1).demand())
                .as("the other half is measured by now")
                .isEqualTo(1.125);
        assertThat(view.own().demand()).isEqualTo(0.75);
        assertThat(view.load(1).workers()).isEqualTo(1);
        stepAt(1000);
        assertThat(view.load(1).demand()).isEqualTo(1);
    }

    @Test
    void shouldCountAWorkerThatCameBeforeItIsMeasuredHere() {
        step();
        stepAt(1000);
        seen.add(new LocalWorker(1, 0, 250 * MILLI, 0, 1, 1000 * MILLI, true, WorkerRule.MOVES));
        step();
        assertThat(view.own().demand()).isEqualTo(0.5);
        stepAt(1250);
        assertThat(view.own().demand()).isEqualTo(0.25);
        seen.clear();
        seen.add(new LocalWorker(1, 0, 250 * MILLI, 0, 0, 1000 * MILLI, true, WorkerRule.MOVES));
        step();
        assertThat(view.own().demand()).as("it began here").isZero();
    }

    @Test
    void shouldTellThoseWhoTakeItForEmptyThatItIsNotWhateverTheStrategySays() {
        decisions.add(new WorkerDecision.Tell(List.of(1, 2), false));
        assertThat(step().letters()).hasSize(2);
        decisions.clear();
        assertThat(stepAt(5).letters()).isEmpty();
        seen.add(worker(1, WorkerRule.STAYS));
        assertThat(stepAt(10).letters())
                .extracting(BalanceStep.Addressed::process)
                .containsExactly(1, 2);
        assertThat(stepAt(15).letters()).isEmpty();
    }

    @Test
    void shouldNotTakeAProcessForEmptyWhenAWorkerIsOnItsWayThereOrThatWasLongAgo() {
        places.put(100L, 2);
        WorkerRule beside = new WorkerRule(List.of(), true, List.of(), List.of(100L), List.of(), List.of(), Map.of());
        seen.add(worker(1, beside));
        seen.add(worker(2, beside));
        decisions.addAll(List.of(move(1, 1), move(2, 1)));
        assertThat(step().moves()).as("nothing is known of 1").isEmpty();
        balancer.heard(told(load(1, 1, 0, 0)), now);
        assertThat(step().moves()).as("the first makes it not empty").containsExactly(move(1, 1));
        assertThat(view.neighbourProcesses()).containsExactly(2);
        seen.remove(0);
        assertThat(stepAt(5).moves()).isEmpty();
        decisions.clear();
        stepAt(1100);
        assertThat(view.movable()).extracting(worker -> worker.mayMoveTo(1)).containsExactly(true);
        stepAt(1101);
        assertThat(view.movable().get(0).mayMoveTo(1)).as("that was long ago").isFalse();
    }

    @Test
    void shouldBoundWhatAStepSeesAndMoves() {
        for (int worker = 0; worker < 1000; worker++) {
            seen.add(worker(worker, WorkerRule.MOVES));
            decisions.add(move(worker, 1));
        }
        assertThat(step().moves()).hasSize(64);
        assertThat(view.movable()).hasSize(256);
    }

    @Test
    void shouldRefuseFiguresThatMakeNoSense() {
        assertThatThrownBy(() -> new LocalLoad(-1, 0, 0, 0, 0, List.of())).hasMessageContaining("found -1 workers");
        assertThatThrownBy(() -> new LocalWorker(1, -1, 0, 0, 0, 0, true, WorkerRule.MOVES))
                .hasMessageContaining("found -1 queued tasks");
        assertThatThrownBy(() -> new ProcessPower(0, 1)).hasMessageContaining("found 0 of power 1.0");
        assertThatThrownBy(() -> load(1, 1, 1, Double.NaN)).hasMessageContaining("found NaN");
        assertThatThrownBy(() -> load(1, -1, 1, 0))
                .hasMessage("load of process 1: expected version from 0 on, found -1");
        assertThatThrownBy(() -> new BalanceLetter.LoadTold(List.of())).hasMessageEndingWith("found 0");
        assertThatThrownBy(() -> new BalanceLetter.WorkerWanted(0, load(1, 1, 1, 0)))
                .hasMessageEndingWith("expected the number of a question from 1 on, found 0");
        assertThatThrownBy(() -> new WorkerDecision.Move(1, 1, " ")).hasMessageContaining("expected a reason");
        assertThatThrownBy(() -> new WorkerDecision.Ask(-1)).hasMessageContaining("found -1");
    }

    // --------------------------------------------------------------------------------------------------------------

    private BalanceStep stepAt(long millis) {
        now = millis * MILLI;
        return step();
    }

    private BalanceStep step() {
        return balancer.step(local(), whereabouts(), now);
    }

    private LocalLoad local() {
        return new LocalLoad(seen.size(), active, queued, busyNanos, handled, seen);
    }

    private Whereabouts whereabouts() {
        return new Whereabouts() {
            @Override
            public int processOf(long worker) {
                return places.getOrDefault(worker, NOWHERE);
            }

            @Override
            public boolean holdsMember(int process, long group, long except) {
                return false;
            }
        };
    }

    private static LocalWorker worker(long number, WorkerRule rule) {
        return new LocalWorker(number, 1, MILLI, 0, 0, 0, true, rule);
    }

    private static WorkerDecision.Move move(long worker, int process) {
        return new WorkerDecision.Move(worker, process, "test");
    }

    private static BalanceLetter told(WorkerLoad load) {
        return new BalanceLetter.LoadTold(List.of(load));
    }

    private static WorkerLoad load(int process, long version, long workers, double demand) {
        return new WorkerLoad(process, version, workers, 0, 0, 0, demand, 0);
    }
}
