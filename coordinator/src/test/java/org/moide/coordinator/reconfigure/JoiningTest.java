package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

/** Tests how engines join a run of workers while all other engines compute. */
class JoiningTest {
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
        outputs.addAll(epochs.begin(List.of(place(0), place(1)), Map.of(), 0));
        registered(0, 1);
        registered(1, 1);
        says(0, new EngineReport.Restorable(1, true));
        stored(1, 1, 0);
        stored(1, 1, 1);
        outputs.clear();
    }

    private void says(int seat, EngineReport.OfEpoch report) {
        outputs.addAll(epochs.reported(seat, report, 0));
    }

    private void registered(int seat, long epoch) {
        says(seat, new EngineReport.Registered(epoch));
    }

    /** Reports that the state of an ID is stored. ID n belongs to engine n. */
    private void stored(long epoch, long number, int seat) {
        says(
                seat,
                new EngineReport.CheckpointStored(
                        new CheckpointName(epoch, number), seat, 1, List.of(seat), List.of(), null));
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

    private int expands() {
        outputs.addAll(epochs.change(++questions, new ChangeOrder.Expand(List.of()), ChangeReason.BY_COMMAND, 0));
        return all(EpochOutput.Recruit.class).stream()
                .mapToInt(EpochOutput.Recruit::seat)
                .max()
                .orElse(-1);
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

    private static long number(List<? extends EngineCommand> told) {
        return told.get(0) instanceof EngineCommand.EndEpoch end ? end.epoch() : -1;
    }

    @Test
    void shouldStartAnEngineWhenAllOthersHearItAndCountItWhenItIsTakenIn() {
        comes(expands());
        Registration widened = told(0, EngineCommand.Widen.class).get(0).registration();
        assertThat(widened.epoch()).isEqualTo(2);
        assertThat(widened.engines()).hasSize(3);
        assertThat(told(2, EngineCommand.Register.class).get(0).powers()).containsExactly(1.0, 2.0, 3.0);
        assertThat(told(1, EngineCommand.LeaveAtSafePoint.class)).isEmpty();

        registered(2, 2);
        registered(0, 2);
        assertThat(all(EpochOutput.Join.class)).as("engine 1 may not hear it").isEmpty();
        registered(1, 2);
        assertThat(all(EpochOutput.Join.class))
                .singleElement()
                .satisfies(join -> assertThat(join.seat()).isEqualTo(2));
        assertThat(all(EpochOutput.Answer.class)).isEmpty();

        says(0, new EngineReport.Joined(2));
        assertThat(answer(1).done()).isTrue();
        assertThat(told(1, EngineCommand.Checkpointing.class))
                .as("it keeps its states where it would with three")
                .singleElement()
                .satisfies(told ->
                        assertThat(Objects.requireNonNull(told.buddy()).seat()).isEqualTo(2));
        assertThat(all(EpochOutput.Begin.class)).isEmpty();
    }

    private void joins() {
        int seat = expands();
        comes(seat);
        long number = epochs.epoch();
        for (int other = 0; other <= seat; other++) {
            registered(other, number);
        }
        says(0, new EngineReport.Joined(number));
    }

    @Test
    void shouldWantTheStatesOfAllWhoTookPart() {
        joins();
        outputs.clear();
        stored(1, 2, 0);
        stored(1, 2, 1);
        assertThat(told(0, EngineCommand.CheckpointCommitted.class))
                .as("one of before, which is stored late")
                .hasSize(1);
        stored(2, 3, 0);
        stored(2, 3, 1);
        assertThat(told(0, EngineCommand.CheckpointCommitted.class)).hasSize(1);
        stored(2, 3, 2);
        assertThat(told(0, EngineCommand.CheckpointCommitted.class)).hasSize(2);
    }

    @Test
    void shouldLetTwoJoinOneAfterTheOther() {
        comes(expands());
        outputs.addAll(epochs.change(7, new ChangeOrder.Expand(List.of()), ChangeReason.BY_COMMAND, 0));
        assertThat(answer(7).done()).as("while another comes").isFalse();
        for (int seat = 0; seat < 3; seat++) {
            registered(seat, 2);
        }
        says(0, new EngineReport.Joined(2));
        outputs.clear();

        joins();
        assertThat(told(2, EngineCommand.Widen.class).get(0).registration().engines())
                .hasSize(4);
        assertThat(answer(2).done()).isTrue();
    }

    @Test
    void shouldGoOnWithoutOneThatIsLostBeforeItIsToldToStart() {
        comes(expands());
        registered(0, 2);
        loses(2);
        assertThat(answer(1).done()).isFalse();
        assertThat(told(0, EngineCommand.EndEpoch.class)).isEmpty();
        registered(1, 2);
        assertThat(all(EpochOutput.Join.class)).isEmpty();

        outputs.clear();
        joins();
        assertThat(told(0, EngineCommand.Widen.class).get(0).registration().epoch())
                .isEqualTo(3);
        assertThat(answer(2).done()).isTrue();
    }

    @Test
    void shouldGoBackWhenOneIsLostThatMayHaveJoined() {
        comes(expands());
        for (int seat = 0; seat < 3; seat++) {
            registered(seat, 2);
        }
        loses(2);
        assertThat(answer(1).done()).isFalse();
        assertThat(number(told(1, EngineCommand.EndEpoch.class))).isEqualTo(2);
        leaves(0, 1); // engine 0 reports the epoch that it knows
        leaves(1, 1);
        assertThat(told(1, EngineCommand.Register.class).get(0).registration().engines())
                .hasSize(2);
        assertThat(told(1, EngineCommand.Register.class).get(0).registration().epoch())
                .isEqualTo(3);
    }

    @Test
    void shouldGoBackWithoutTheNewcomerWhenAnotherIsLostMeanwhile() {
        comes(expands());
        registered(0, 2);
        loses(1);
        assertThat(answer(1).done()).isFalse();
        assertThat(all(EpochOutput.Retire.class)).containsExactly(new EpochOutput.Retire(2));
        assertThat(number(told(0, EngineCommand.EndEpoch.class))).isEqualTo(2);
    }

    @Test
    void shouldReplaceOneThatHasJoinedLikeAnyOther() {
        joins();
        outputs.clear();
        loses(2);
        leaves(0, 1);
        leaves(1, 2);
        assertThat(all(EpochOutput.Recruit.class)).hasSize(1);
        comes(3);
        assertThat(told(3, EngineCommand.Register.class).get(0).registration().engines())
                .hasSize(3);
    }

    @Test
    void shouldLeaveAtASafePointByTheWidenedRegistration() {
        joins();
        outputs.clear();
        outputs.addAll(epochs.change(++questions, new ChangeOrder.Replace(0, List.of()), ChangeReason.BY_COMMAND, 0));
        comes(3);
        assertThat(told(0, EngineCommand.LeaveAtSafePoint.class).get(0).epoch()).isEqualTo(2);
        for (int seat = 0; seat < 3; seat++) {
            stored(2, 4, seat);
            says(seat, new EngineReport.Left(seat < 2 ? 1 : 2, 4, NOTHING));
        }
        assertThat(told(3, EngineCommand.Register.class).get(0).registration().engines())
                .hasSize(3);
    }

    @Test
    void shouldRefuseOneThatComesWhenAllIsDone() {
        comes(expands());
        for (int seat = 0; seat < 3; seat++) {
            registered(seat, 2);
        }
        finishes(0);
        finishes(1);
        assertThat(epochs.isDone()).isTrue();
        assertThat(answer(1).done()).isFalse();
        assertThat(all(EpochOutput.Retire.class)).containsExactly(new EpochOutput.Retire(2));
    }

    @Test
    void shouldNotBeDoneBeforeOneThatHasJoinedIs() {
        joins();
        finishes(0);
        finishes(1);
        assertThat(epochs.isDone()).isFalse();
        finishes(2);
        assertThat(epochs.isDone()).isTrue();
    }
}
