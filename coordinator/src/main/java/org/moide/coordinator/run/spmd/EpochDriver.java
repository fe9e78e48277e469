package org.moide.coordinator.run.spmd;

import org.moide.coordinator.reconfigure.EpochOutput;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutputs;
import org.moide.coordinator.run.state.Seats;

/**
 * Carries out the steps that {@code SpmdEpochs}, the epochs of an SPMD run, orders. Used by the control thread only.
 */
final class EpochDriver implements EpochOutput.Handler {
    private final SpmdPart part;
    private final Seats seats;
    private final RunOutputs outputs;
    private final long nowNanos;

    EpochDriver(SpmdPart part, Seats seats, RunOutputs outputs, long nowNanos) {
        this.part = part;
        this.seats = seats;
        this.outputs = outputs;
        this.nowNanos = nowNanos;
    }

    @Override
    public void tell(EpochOutput.Tell tell) {
        seats.at(tell.seat(), seat -> outputs.tell(seat, tell.command()));
    }

    @Override
    public void recruit(EpochOutput.Recruit recruit) {
        outputs.add(new RunAct.Recruit(new Recruitment(
                recruit.seat(),
                recruit.hosts(),
                recruit.threads(),
                seats.activeNumbers(),
                recruit.awayFrom(),
                seats.cutOff(),
                Recruitment.Reach.ANY_HOST,
                recruit.afterNanos())));
    }

    @Override
    public void begin(EpochOutput.Begin begun) {
        part.begin(begun, nowNanos);
    }

    @Override
    public void join(EpochOutput.Join join) {
        seats.at(join.seat(), seat -> part.join(seat, join, nowNanos));
    }

    @Override
    public void leave(EpochOutput.Leave leave) {
        seats.at(leave.seat(), seat -> part.leave(seat, leave, nowNanos));
    }

    @Override
    public void note(EpochOutput.Note note) {
        outputs.note(note.line());
    }

    @Override
    public void changed(EpochOutput.Changed changed) {
        part.changed(changed, nowNanos);
    }

    @Override
    public void answer(EpochOutput.Answer answer) {
        outputs.answer(answer.question(), answer.answer());
    }

    @Override
    public void retire(EpochOutput.Retire retired) {
        seats.at(retired.seat(), part::retire);
    }

    @Override
    public void write(EpochOutput.Write write) {
        outputs.add(new RunAct.WriteCommit(write.commit()));
    }

    @Override
    public void lookForRestore(EpochOutput.LookForRestore look) {
        outputs.add(new RunAct.LookForRestore());
    }

    @Override
    public void unexplained(EpochOutput.Unexplained unexplained) {
        outputs.end(new RunEnding.Failed(RunEnding.Cause.ENGINE, unexplained.failure()));
    }

    @Override
    public void cannotGoOn(EpochOutput.CannotGoOn cannot) {
        outputs.end(RunEnding.Failed.of(RunEnding.Cause.LOSS, cannot.why()));
    }

    @Override
    public void nobody(EpochOutput.Nobody nobody) {
        outputs.end(RunEnding.Failed.of(RunEnding.Cause.NOBODY, nobody.why()));
    }
}
