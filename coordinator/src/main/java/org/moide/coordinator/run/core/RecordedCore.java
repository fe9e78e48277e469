package org.moide.coordinator.run.core;

import java.io.NotSerializableException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.TaskRoom;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.commlib.wire.ValueShape;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunSettings;
import org.moide.engine.control.EngineReport;

/** A run's core together with the recording of all its inputs. Called by the control thread. */
public final class RecordedCore {
    private final RunCore core;
    private final Recording recording;
    private boolean going;

    /** Creates the core of a run that begins. */
    public RecordedCore(
            RunSettings settings,
            List<AssembledEngine> engines,
            @Nullable ClassLoader classes,
            TaskRoom room,
            long nowNanos,
            Recording recording) {
        this.recording = recording;
        this.going = recording != Recording.NONE
                && isRecordable(settings)
                && recording.append(RunRecord.Began.of(SoftwareVersion.current(), settings, engines, nowNanos));
        this.core = new RunCore(settings, engines, classes, room.shelf(), nowNanos);
    }

    /**
     * Returns whether the state with which the run begins can be recorded. The state of a resumed run is recorded only
     * if all of it is in memory.
     */
    private static boolean isRecordable(RunSettings settings) {
        RunSettings.Books books = settings.kind() instanceof RunSettings.Bag bag ? bag.books() : null;
        return books == null || books.before().isInMemory();
    }

    /**
     * The entry of the recording for one step of the core. When it is converted to bytes, the application's data, which
     * is private, is left out.
     */
    private record Stepped(
            long nowNanos,
            @Nullable RunCoreEvent event,
            @Nullable List<RunAct> acts) implements Recording.Entry {
        private static final long HELD_BYTES = 500;

        @Override
        public byte[][] bytes(OutlineWriter outlines) throws NotSerializableException {
            return outlines.outline(
                    new RunRecord.Step(nowNanos, event == null ? null : WordlessRecord.event(event), shape(acts)));
        }

        @Override
        public long heldBytes() {
            if (event instanceof RunCoreEvent.Reported reported
                    && reported.report() instanceof EngineReport.Loan loan) {
                if (loan.letter().message() instanceof LoanMessage.LoanReturned returned && returned.result() != null) {
                    return HELD_BYTES + returned.result().length;
                } else if (loan.letter().message() instanceof LoanMessage.ReturnPart returned) {
                    return HELD_BYTES + returned.result().length;
                }
            }
            return HELD_BYTES
                    + (event instanceof RunCoreEvent.TasksCreated created
                            ? created.tasks().stream()
                                    .mapToLong(task -> task.length)
                                    .sum()
                            : 0);
        }
    }

    /** Passes an event to {@link RunCore#step} and records it. */
    public List<RunAct> step(RunCoreEvent event, long nowNanos) {
        return recorded(event, nowNanos, () -> core.step(event, nowNanos));
    }

    /** Calls {@link RunCore#tick} and records it. */
    public List<RunAct> tick(long nowNanos) {
        return recorded(null, nowNanos, () -> core.tick(nowNanos));
    }

    /** Returns the result of {@link RunCore#nextTickNanos}. */
    public long nextTickNanos() {
        return core.nextTickNanos();
    }

    private List<RunAct> recorded(@Nullable RunCoreEvent event, long nowNanos, Supplier<List<RunAct>> step) {
        if (!going) {
            return step.get();
        }
        List<RunAct> acts = null;
        try {
            acts = step.get();
            return acts;
        } finally {
            going = recording.append(new Stepped(nowNanos, event, acts));
        }
    }

    /**
     * Returns a hash of the acts that a step has returned. A replay compares it: different acts have, with high
     * probability, different hashes.
     *
     * @param acts the acts; null if the step threw an exception
     */
    public static long shape(@Nullable List<RunAct> acts) {
        if (acts == null) {
            return RunRecord.Step.THREW;
        }
        return acts.isEmpty() ? RunRecord.Step.NOTHING : ValueShape.of(WordlessRecord.acts(acts));
    }
}
