package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.strategy.Location;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.Timing;

/** Tests that engines join a run of workers, leave it, or are replaced, while all other engines compute. */
class JoiningAndLeavingTest {
    private static final EngineStatistics NOTHING = EngineStatistics.silent(List.of());
    private static final ChangeOrder.OfEngines EXPAND = new ChangeOrder.Expand(List.of());

    private final SpmdEpochs epochs =
            new SpmdEpochs(new EpochSettings(Tuning.DEFAULT, false, CheckpointDisk.NONE, 0.02, true, Timing.USUAL));
    private final List<EpochOutput> outputs = new ArrayList<>();
    private long questions;

    private static EnginePlace place(int seat) {
        return new EnginePlace(
                seat, "host", new NodeReference("n" + seat, List.of(), 1), 1, 1 + seat, Location.UNKNOWN);
    }

    /**
     * Begins a run. The state of each ID is stored on the ID's own engine, and a copy of it on the engine before that
     * one.
     */
    private void begin(int engines) {
        outputs.addAll(epochs.begin(
                IntStream.range(0, engines)
                        .mapToObj(JoiningAndLeavingTest::place)
                        .toList(),
                Map.of(),
                0));
        registered(IntStream.range(0, engines).toArray());
        says(0, new EngineReport.Restorable(1, true));
        for (int id = 0; id < engines; id++) {
            stored(new CheckpointName(1, 1), id, id, (id + engines - 1) % engines);
        }
        outputs.clear();
    }

    private void says(int seat, EngineReport.OfEpoch report) {
        outputs.addAll(epochs.reported(seat, report, 0));
    }

    /** Reports for these engines that they have confirmed the latest registration, which is a table of the engines. */
    private void registered(int... seats) {
        for (int seat : seats) {
            says(seat, new EngineReport.Registered(epochs.epoch()));
        }
    }

    /**
     * Completes a change: reports that these engines have confirmed the latest registration, and that engine 0 uses it.
     */
    private void goOn(int... seats) {
        registered(seats);
        changed();
    }

    private void changed() {
        says(0, new EngineReport.Joined(epochs.epoch()));
    }

    /** Reports that the state of the thread with this logical ID is stored at these engines. The first one reports. */
    private void stored(CheckpointName name, int id, Integer... keepers) {
        says(keepers[0], new EngineReport.CheckpointStored(name, id, 1, List.of(keepers), List.of(), null));
    }

    private void finishes(int seat) {
        says(seat, new EngineReport.Finished(NOTHING, LoanTotals.NONE, -1));
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

    private void orders(ChangeOrder.OfEngines order) {
        outputs.addAll(epochs.change(++questions, order, ChangeReason.BY_COMMAND, 0));
    }

    private void drains(int seat) {
        orders(new ChangeOrder.Shrink(seat));
    }

    private void replaces(int seat) {
        orders(new ChangeOrder.Replace(seat, List.of()));
    }

    /** Orders an additional engine and lets it arrive. Returns its number. */
    private int expands() {
        orders(EXPAND);
        int seat = all(EpochOutput.Recruit.class).stream()
                .mapToInt(EpochOutput.Recruit::seat)
                .max()
                .orElseThrow();
        comes(seat);
        return seat;
    }

    /** Orders an additional engine, lets it arrive, and lets all engines before it confirm the registration with it. */
    private void joins() {
        goOn(IntStream.rangeClosed(0, expands()).toArray());
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

    private Registration registrationOf(int seat) {
        return told(seat, EngineCommand.Register.class).get(0).registration();
    }

    private List<Integer> buddiesOf(int seat) {
        return told(seat, EngineCommand.Checkpointing.class).stream()
                .map(told -> Objects.requireNonNull(told.buddy()).seat())
                .toList();
    }

    private List<Integer> numbers(int seat) {
        List<EngineCommand.Widen> all = told(seat, EngineCommand.Widen.class);
        return all.get(all.size() - 1).processes().all();
    }

    private ChangeAnswer answer(long question) {
        return all(EpochOutput.Answer.class).stream()
                .filter(answer -> answer.question() == question)
                .findFirst()
                .orElseThrow()
                .answer();
    }

    @Test
    void shouldStartAnEngineWhenAllOthersHearItAndCountItWhenItIsTakenIn() {
        begin(2);
        expands();
        Registration widened = told(0, EngineCommand.Widen.class).get(0).registration();
        assertThat(widened.epoch()).isEqualTo(2);
        assertThat(widened.engines()).hasSize(3);
        assertThat(told(2, EngineCommand.Register.class).get(0).powers()).containsExactly(1.0, 2.0, 3.0);
        assertThat(told(1, EngineCommand.LeaveAtSafePoint.class)).isEmpty();

        registered(2, 0);
        assertThat(all(EpochOutput.Join.class)).as("engine 1 may not hear it").isEmpty();
        registered(1);
        assertThat(all(EpochOutput.Join.class))
                .singleElement()
                .satisfies(join -> assertThat(join.seat()).isEqualTo(2));
        assertThat(all(EpochOutput.Answer.class)).isEmpty();

        changed();
        assertThat(answer(1).done()).isTrue();
        assertThat(buddiesOf(1))
                .as("it keeps its states where it would with three")
                .containsExactly(2);
        assertThat(all(EpochOutput.Begin.class)).isEmpty();
    }

    @Test
    void shouldCommitACheckpointWhenAllWhoTookPartHaveStoredTheirStates() {
        begin(2);
        joins();
        outputs.clear();
        stored(new CheckpointName(1, 2), 0, 0);
        stored(new CheckpointName(1, 2), 1, 1);
        assertThat(told(0, EngineCommand.CheckpointCommitted.class))
                .as("one of before, which is stored late")
                .hasSize(1);
        stored(new CheckpointName(2, 3), 0, 0);
        stored(new CheckpointName(2, 3), 1, 1);
        assertThat(told(0, EngineCommand.CheckpointCommitted.class)).hasSize(1);
        stored(new CheckpointName(2, 3), 2, 2);
        assertThat(told(0, EngineCommand.CheckpointCommitted.class)).hasSize(2);
    }

    @Test
    void shouldLetASecondEngineJoinWhenTheFirstHasJoined() {
        begin(2);
        expands();
        orders(EXPAND);
        assertThat(answer(2).done()).as("while another comes").isFalse();
        goOn(0, 1, 2);
        outputs.clear();

        joins();
        assertThat(told(2, EngineCommand.Widen.class).get(0).registration().engines())
                .hasSize(4);
        assertThat(answer(3).done()).isTrue();
    }

    @Test
    void shouldGoOnWithoutANewcomerWhenItIsLostBeforeItIsToldToStart() {
        begin(2);
        expands();
        registered(0);
        loses(2);
        assertThat(answer(1).done()).isFalse();
        assertThat(told(0, EngineCommand.EndEpoch.class)).isEmpty();
        registered(1);
        assertThat(all(EpochOutput.Join.class)).isEmpty();

        outputs.clear();
        joins();
        assertThat(told(0, EngineCommand.Widen.class).get(0).registration().epoch())
                .isEqualTo(3);
        assertThat(answer(2).done()).isTrue();
    }

    @Test
    void shouldGoBackWhenANewcomerIsLostThatMayHaveJoined() {
        begin(2);
        expands();
        registered(0, 1, 2);
        loses(2);
        assertThat(answer(1).done()).isFalse();
        assertThat(told(1, EngineCommand.EndEpoch.class).get(0).epoch()).isEqualTo(2);
        leaves(0, 1); // engine 0 reports the epoch that it knows
        leaves(1, 1);
        assertThat(registrationOf(1).engines()).hasSize(2);
        assertThat(registrationOf(1).epoch()).isEqualTo(3);
    }

    @Test
    void shouldGoBackWithoutTheNewcomerWhenAnotherIsLostMeanwhile() {
        begin(2);
        expands();
        registered(0);
        loses(1);
        assertThat(answer(1).done()).isFalse();
        assertThat(all(EpochOutput.Retire.class)).containsExactly(new EpochOutput.Retire(2));
        assertThat(told(0, EngineCommand.EndEpoch.class).get(0).epoch()).isEqualTo(2);
    }

    @Test
    void shouldReplaceAnEngineThatHasJoinedWhenItIsLost() {
        begin(2);
        joins();
        outputs.clear();
        loses(2);
        leaves(0, 1);
        leaves(1, 2);
        assertThat(all(EpochOutput.Recruit.class)).hasSize(1);
        comes(3);
        assertThat(registrationOf(3).engines()).hasSize(3);
    }

    @Test
    void shouldStopAllByTheWidenedRegistrationWhenTheFirstEngineIsReplaced() {
        begin(2);
        joins();
        outputs.clear();
        replaces(0);
        comes(3);
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class).get(0).epoch()).isEqualTo(2);
        for (int seat = 0; seat < 3; seat++) {
            stored(new CheckpointName(2, 4), seat, seat);
            says(seat, new EngineReport.Left(seat < 2 ? 1 : 2, 4, NOTHING));
        }
        assertThat(registrationOf(3).engines()).hasSize(3);
    }

    @Test
    void shouldRefuseAnEngineThatComesWhenAllIsDone() {
        begin(2);
        expands();
        registered(0, 1, 2);
        finishes(0);
        finishes(1);
        assertThat(epochs.isDone()).isTrue();
        assertThat(answer(1).done()).isFalse();
        assertThat(all(EpochOutput.Retire.class)).containsExactly(new EpochOutput.Retire(2));
    }

    @Test
    void shouldBeDoneWhenTheEngineThatHasJoinedIsDoneToo() {
        begin(2);
        joins();
        finishes(0);
        finishes(1);
        assertThat(epochs.isDone()).isFalse();
        finishes(2);
        assertThat(epochs.isDone()).isTrue();
    }

    @Test
    void shouldTellAnEngineToLeaveWhenAllOthersHaveARegistrationWithoutIt() {
        begin(3);
        drains(1);
        EngineCommand.Widen narrowed = told(2, EngineCommand.Widen.class).get(0);
        assertThat(narrowed.registration().engines()).hasSize(2);
        assertThat(narrowed.engine()).as("those behind it move up").isEqualTo(1);
        assertThat(narrowed.comes()).isFalse();
        assertThat(told(1, EngineCommand.Widen.class)).isEmpty();
        registered(0);
        assertThat(told(1, EngineCommand.LeaveOthers.class)).isEmpty();
        registered(2);
        assertThat(told(1, EngineCommand.LeaveOthers.class))
                .singleElement()
                .satisfies(told -> assertThat(told.epoch()).isEqualTo(2));
        assertThat(all(EpochOutput.Answer.class)).isEmpty();

        changed();
        assertThat(answer(1).done()).isTrue();
        assertThat(all(EpochOutput.Leave.class)).hasSize(1);
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class)).isEmpty();
        assertThat(buddiesOf(0))
                .as("it keeps its states where it would with two")
                .containsExactly(2);
    }

    /** The steps that happen when an engine leaves. */
    private enum Step {
        /** Engine 0 reports that the engine is no longer in the table of engines. */
        CHANGED,
        /** The engine reports that its threads have left the application. */
        LEFT,
        /** Other engines report that they keep all states that the engine kept. */
        KEPT
    }

    private void take(Step step) {
        switch (step) {
            case CHANGED -> changed();
            case LEFT -> leaves(1, 1);
            case KEPT -> {
                stored(new CheckpointName(2, 2), 0, 0, 2);
                stored(new CheckpointName(2, 2), 1, 2, 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"CHANGED, LEFT, KEPT", "CHANGED, KEPT, LEFT", "LEFT, CHANGED, KEPT"})
    void shouldLetAnEngineGoWhenItsThreadsAreOutAndOthersKeepAllThatItKept(Step first, Step second, Step third) {
        begin(3);
        drains(1);
        registered(0, 2);
        take(first);
        take(second);
        assertThat(all(EpochOutput.Retire.class)).isEmpty();
        take(third);
        assertThat(all(EpochOutput.Retire.class)).containsExactly(new EpochOutput.Retire(1));
    }

    @Test
    void shouldGoBackWhenAnEngineIsLostBeforeItHasLeft() {
        begin(3);
        drains(1);
        registered(0, 2);
        loses(1);
        assertThat(answer(1).done()).isFalse();
        assertThat(told(0, EngineCommand.EndEpoch.class)).hasSize(1);
    }

    @Test
    void shouldMissAnEngineNoMoreWhenItHasLeft() {
        begin(3);
        drains(1);
        goOn(0, 2);
        outputs.clear();
        loses(1);
        assertThat(outputs).isEmpty();
    }

    @Test
    void shouldEndTheEpochOfAnEngineThatHasLeftWhenAnotherIsLost() {
        begin(3);
        drains(1);
        goOn(0, 2);
        loses(2);
        assertThat(told(1, EngineCommand.EndEpoch.class))
                .as("engine 0 may not have told it")
                .hasSize(1);
    }

    @Test
    void shouldLetOneJoinAndThenTheOtherLeaveWhenAnEngineIsReplaced() {
        begin(3);
        replaces(1);
        comes(3);
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class)).isEmpty();
        goOn(0, 1, 2, 3);
        assertThat(all(EpochOutput.Answer.class))
                .as("there is one more, for now")
                .isEmpty();
        goOn(0, 2, 3);
        assertThat(answer(1).done()).isTrue();
        assertThat(answer(1).lines()).allMatch(line -> line.contains("while all others went on"));
    }

    @Test
    void shouldStopAllWhenTheEngineThatLeadsThemLeaves() {
        begin(3);
        drains(0);
        assertThat(told(1, EngineCommand.LeaveAtSafePoint.class)).hasSize(1);
    }

    @Test
    void shouldTellByWhichNumbersWorkersKnowEnginesWhenTheirPlacesMoveUp() {
        begin(3);
        drains(1);
        assertThat(numbers(2)).containsExactly(0, 2);
        goOn(0, 2);
        expands();
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class)).isEmpty();
        assertThat(numbers(2)).as("nobody gets that of one that has left").containsExactly(0, 2, 3);
        assertThat(told(3, EngineCommand.Register.class)).singleElement().satisfies(told -> {
            assertThat(told.engine()).isEqualTo(2);
            assertThat(told.processes().all()).containsExactly(0, 2, 3);
        });
        goOn(0, 2, 3);
        assertThat(answer(2).lines()).singleElement().asString().matches(".* joined .* while all others went on");

        drains(3);
        assertThat(numbers(0)).containsExactly(0, 2);
        goOn(0, 2);
        assertThat(answer(3).done()).isTrue();
        expands();
        assertThat(numbers(0)).containsExactly(0, 2, 4);
    }

    @Test
    void shouldGiveTheNumberOfOneThatHasNotComeToTheNextWhenItComes() {
        begin(3);
        drains(1);
        goOn(0, 2);
        int seat = expands();
        registered(0);
        loses(seat);
        expands();
        assertThat(numbers(0)).containsExactly(0, 2, 3);
    }

    @Test
    void shouldBeginNumbersAnewWhenTheNextEpochBegins() {
        begin(3);
        drains(1);
        goOn(0, 2);
        loses(2);
        leaves(0, 1);
        leaves(1, 1);
        comes(3);
        assertThat(told(3, EngineCommand.Register.class).get(0).processes().all())
                .containsExactly(0, 1);
        registered(0, 3);
        expands();
        assertThat(numbers(0)).containsExactly(0, 1, 2);
    }

    @Test
    void shouldMakeAnEpochWhenVeryManyHaveComeInOne() {
        begin(3);
        for (int newcomer = 0; newcomer < 1_000; newcomer++) {
            outputs.clear();
            int seat = expands();
            goOn(0, 1, 2, seat);
            drains(seat);
            goOn(0, 1, 2);
        }
        assertThat(numbers(1)).containsExactly(0, 1, 2);
        assertThat(all(EpochOutput.Answer.class))
                .allMatch(answer -> answer.answer().done());
        outputs.clear();
        expands();
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class)).hasSize(1);
    }
}
