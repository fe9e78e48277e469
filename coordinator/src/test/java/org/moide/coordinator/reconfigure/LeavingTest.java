package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Location;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.Timing;

/** Tests how engines leave a run of workers, or are replaced, while all other engines compute. */
class LeavingTest {
    private static final EngineStatistics NOTHING = EngineStatistics.silent(List.of());

    private final SpmdEpochs epochs =
            new SpmdEpochs(new EpochSettings(Tuning.DEFAULT, false, CheckpointDisk.NONE, 0.02, true, Timing.USUAL));
    private final List<EpochOutput> outputs = new ArrayList<>();
    private long questions;

    private static EnginePlace place(int seat) {
        return new EnginePlace(
                seat, "host", new NodeReference("n" + seat, List.of(), 1), 1, 1 + seat, Location.UNKNOWN);
    }

    @BeforeEach
    void begin() {
        outputs.addAll(epochs.begin(List.of(place(0), place(1), place(2)), Map.of(), 0));
        registered(0, 1);
        registered(1, 1);
        registered(2, 1);
        says(0, new EngineReport.Restorable(1, true));
        stored(1, 1, 0, 2);
        stored(1, 1, 1, 0);
        stored(1, 1, 2, 1);
        outputs.clear();
    }

    private void says(int seat, EngineReport.OfEpoch report) {
        outputs.addAll(epochs.reported(seat, report, 0));
    }

    private void registered(int seat, long epoch) {
        says(seat, new EngineReport.Registered(epoch));
    }

    /** Reports that the state of one ID is stored at two engines. */
    private void stored(long epoch, long number, int id, int buddy) {
        says(
                id,
                new EngineReport.CheckpointStored(
                        new CheckpointName(epoch, number), id, 1, List.of(id, buddy), List.of(), null));
    }

    private void leaves(int seat, long epoch) {
        says(seat, new EngineReport.Left(epoch, 0, NOTHING));
    }

    private void loses(int seat) {
        outputs.addAll(epochs.lost(seat, "engine-" + seat + " was lost", 0));
    }

    private void comes(int seat) {
        outputs.addAll(epochs.made(place(seat), 0));
    }

    private <T> List<T> all(Class<T> type) {
        return outputs.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private <T> List<T> told(int seat, Class<T> type) {
        return all(EpochOutput.Tell.class).stream()
                .filter(tell -> tell.seat() == seat)
                .map(EpochOutput.Tell::command)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private ChangeAnswer answer(long question) {
        return all(EpochOutput.Answer.class).stream()
                .filter(answer -> answer.question() == question)
                .findFirst()
                .orElseThrow()
                .answer();
    }

    private void drains(int seat) {
        outputs.addAll(epochs.change(++questions, new ChangeOrder.Shrink(seat), ChangeReason.BY_COMMAND, 0));
    }

    /**
     * Completes the leaving of an engine: all other engines confirm the registration without it, and engine 0 reports
     * that it excludes it.
     */
    private void goes(int... others) {
        long number = epochs.epoch();
        for (int other : others) {
            registered(other, number);
        }
        says(others[0], new EngineReport.Joined(number));
    }

    @Test
    void shouldTellAnEngineToLeaveWhenAllOthersHaveARegistrationWithoutIt() {
        drains(1);
        EngineCommand.Widen narrowed = told(2, EngineCommand.Widen.class).get(0);
        assertThat(narrowed.registration().engines()).hasSize(2);
        assertThat(narrowed.engine()).as("those behind it move up").isEqualTo(1);
        assertThat(narrowed.comes()).isFalse();
        assertThat(told(1, EngineCommand.Widen.class)).isEmpty();
        registered(0, 2);
        assertThat(told(1, EngineCommand.LeaveOthers.class)).isEmpty();
        registered(2, 2);
        assertThat(told(1, EngineCommand.LeaveOthers.class))
                .singleElement()
                .satisfies(told -> assertThat(told.epoch()).isEqualTo(2));
        assertThat(all(EpochOutput.Answer.class)).isEmpty();

        says(0, new EngineReport.Joined(2));
        assertThat(answer(1).done()).isTrue();
        assertThat(all(EpochOutput.Leave.class)).hasSize(1);
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class)).isEmpty();
        assertThat(Objects.requireNonNull(told(0, EngineCommand.Checkpointing.class)
                                .get(0)
                                .buddy())
                        .seat())
                .as("it keeps its states where it would with two")
                .isEqualTo(2);
    }

    @Test
    void shouldLetAnEngineGoThatHasLeftWhenOthersKeepAllThatItKept() {
        drains(1);
        goes(0, 2);
        leaves(1, 1);
        assertThat(all(EpochOutput.Retire.class))
                .as("it keeps parts of checkpoint 1")
                .isEmpty();
        stored(2, 2, 0, 2);
        says(2, new EngineReport.CheckpointStored(new CheckpointName(2, 2), 1, 1, List.of(2, 0), List.of(), null));
        assertThat(all(EpochOutput.Retire.class)).containsExactly(new EpochOutput.Retire(1));
    }

    @Test
    void shouldNotLetItGoBeforeItsThreadsAreOut() {
        drains(1);
        goes(0, 2);
        stored(2, 2, 0, 2);
        says(2, new EngineReport.CheckpointStored(new CheckpointName(2, 2), 1, 1, List.of(2, 0), List.of(), null));
        assertThat(all(EpochOutput.Retire.class)).isEmpty();
        leaves(1, 1);
        assertThat(all(EpochOutput.Retire.class)).containsExactly(new EpochOutput.Retire(1));
    }

    @Test
    void shouldLetItGoIfItsThreadsWereOutBeforeEngine0HasTold() {
        drains(1);
        registered(0, 2);
        registered(2, 2);
        leaves(1, 1);
        says(0, new EngineReport.Joined(2));
        stored(2, 2, 0, 2);
        says(2, new EngineReport.CheckpointStored(new CheckpointName(2, 2), 1, 1, List.of(2, 0), List.of(), null));
        assertThat(all(EpochOutput.Retire.class)).containsExactly(new EpochOutput.Retire(1));
    }

    @Test
    void shouldGoBackIfItIsLostBeforeItHasLeft() {
        drains(1);
        registered(0, 2);
        registered(2, 2);
        loses(1);
        assertThat(answer(1).done()).isFalse();
        assertThat(told(0, EngineCommand.EndEpoch.class)).hasSize(1);
    }

    @Test
    void shouldMissItNoMoreOnceItHasLeft() {
        drains(1);
        goes(0, 2);
        outputs.clear();
        loses(1);
        assertThat(outputs).isEmpty();
    }

    @Test
    void shouldEndTheEpochOfOneThatHasLeftToo() {
        drains(1);
        goes(0, 2);
        loses(2);
        assertThat(told(1, EngineCommand.EndEpoch.class))
                .as("engine 0 may not have told it")
                .hasSize(1);
    }

    @Test
    void shouldReplaceByOneThatJoinsAndOneThatLeaves() {
        outputs.addAll(epochs.change(++questions, new ChangeOrder.Replace(1, List.of()), ChangeReason.BY_COMMAND, 0));
        comes(3);
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class)).isEmpty();
        goes(0, 1, 2, 3);
        assertThat(all(EpochOutput.Answer.class))
                .as("there is one more, for now")
                .isEmpty();
        goes(0, 2, 3);
        assertThat(answer(1).done()).isTrue();
        assertThat(answer(1).lines()).allMatch(line -> line.contains("while all others went on"));
    }

    @Test
    void shouldStopAllForTheEngineThatLeadsThem() {
        drains(0);
        assertThat(told(1, EngineCommand.LeaveAtSafePoint.class)).hasSize(1);
    }

    private void expands(int seat) {
        outputs.addAll(epochs.change(++questions, new ChangeOrder.Expand(List.of()), ChangeReason.BY_COMMAND, 0));
        comes(seat);
    }

    private List<Integer> numbers(int seat) {
        List<EngineCommand.Widen> all = told(seat, EngineCommand.Widen.class);
        return all.get(all.size() - 1).processes().all();
    }

    @Test
    void shouldTellByWhichNumbersWorkersKnowThoseWhosePlacesMoveUp() {
        drains(1);
        assertThat(numbers(2)).containsExactly(0, 2);
        goes(0, 2);
        expands(3);
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class)).isEmpty();
        assertThat(numbers(2)).as("nobody gets that of one that has left").containsExactly(0, 2, 3);
        assertThat(told(3, EngineCommand.Register.class)).singleElement().satisfies(told -> {
            assertThat(told.engine()).isEqualTo(2);
            assertThat(told.processes().all()).containsExactly(0, 2, 3);
        });
        goes(0, 2, 3);
        assertThat(answer(2).lines()).singleElement().asString().matches(".* joined .* while all others went on");

        drains(3);
        assertThat(numbers(0)).containsExactly(0, 2);
        goes(0, 2);
        assertThat(answer(3).done()).isTrue();
        expands(4);
        assertThat(numbers(0)).containsExactly(0, 2, 4);
    }

    @Test
    void shouldGiveTheNumberOfOneThatHasNotComeToTheNext() {
        drains(1);
        goes(0, 2);
        expands(3);
        registered(0, 3);
        loses(3);
        expands(4);
        assertThat(numbers(0)).containsExactly(0, 2, 3);
    }

    @Test
    void shouldBeginNumbersAnewInTheNextEpoch() {
        drains(1);
        goes(0, 2);
        loses(2);
        leaves(0, 1);
        leaves(1, 1);
        comes(3);
        assertThat(told(3, EngineCommand.Register.class).get(0).processes().all())
                .containsExactly(0, 1);
        long number = epochs.epoch();
        registered(0, number);
        registered(3, number);
        expands(4);
        assertThat(numbers(0)).containsExactly(0, 1, 2);
    }

    @Test
    void shouldMakeAnEpochWhenVeryManyHaveComeInOne() {
        for (int seat = 3; seat < 1_003; seat++) {
            outputs.clear();
            expands(seat);
            goes(0, 1, 2, seat);
            drains(seat);
            goes(0, 1, 2);
        }
        assertThat(numbers(1)).containsExactly(0, 1, 2);
        assertThat(all(EpochOutput.Answer.class))
                .allMatch(answer -> answer.answer().done());
        outputs.clear();
        expands(1_003);
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class)).hasSize(1);
    }
}
