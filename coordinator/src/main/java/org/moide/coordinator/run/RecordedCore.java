package org.moide.coordinator.run;

import java.io.NotSerializableException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.RetriedTask;
import org.moide.commlib.gate.SoftwareVersion;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.commlib.wire.ValueShape;
import org.moide.coordinator.recording.Recording;

/** A run's core as its driver steps it, and the recording of all that went in. Stepped by the control thread. */
final class RecordedCore {
    /** What comes first is read from the start, so it is worth more than all that follows. Before it is deflated, to a tenth. */
    private static final long FIRST_PART_BYTES = 192L << 20;

    private static final long LATER_PART_BYTES = 32L << 20;

    private final RunCore core;
    private final Recording recording;
    private final FaultHandler faults;
    private OutlineWriter outlines = new OutlineWriter(RetriedTask::headBytes);
    private long leftOfPart = FIRST_PART_BYTES;
    private boolean going;

    /** The core of a run that begins. */
    RecordedCore(
            RunSettings settings,
            List<AssembledEngine> engines,
            @Nullable ClassLoader classes,
            long nowNanos,
            Recording recording,
            FaultHandler faults) {
        this.recording = recording;
        this.faults = faults;
        this.going = recording != Recording.NONE;
        if (going) {
            append(Recorded.Began.of(SoftwareVersion.current(), settings, engines, nowNanos));
        }
        this.core = new RunCore(settings, engines, classes, nowNanos);
    }

    /** As {@link RunCore#step}. */
    List<RunAct> step(RunEvent event, long nowNanos) {
        return recorded(event, nowNanos, () -> core.step(event, nowNanos));
    }

    /** As {@link RunCore#tick}. */
    List<RunAct> tick(long nowNanos) {
        return recorded(null, nowNanos, () -> core.tick(nowNanos));
    }

    /** As {@link RunCore#nextTickNanos}. */
    long nextTickNanos() {
        return core.nextTickNanos();
    }

    private List<RunAct> recorded(@Nullable RunEvent event, long nowNanos, Supplier<List<RunAct>> step) {
        if (!going) {
            return step.get();
        }
        List<RunAct> acts = null;
        try {
            acts = step.get();
            return acts;
        } finally {
            append(new Recorded.Step(nowNanos, event == null ? null : Unworded.event(event), shape(acts)));
        }
    }

    /** What the acts of a step are known by. */
    static long shape(@Nullable List<RunAct> acts) {
        if (acts == null) {
            return Recorded.Step.THREW;
        }
        return acts.isEmpty() ? Recorded.Step.NOTHING : ValueShape.of(Unworded.acts(acts));
    }

    private void append(Recorded entry) {
        try {
            byte[][] bytes = outlines.outline(entry);
            for (byte[] piece : bytes) {
                leftOfPart -= piece.length;
            }
            going = recording.append(bytes);
        } catch (NotSerializableException defect) {
            going = false;
            faults.onFault("recording", defect);
        }
        if (leftOfPart < 0) {
            leftOfPart = LATER_PART_BYTES;
            outlines = new OutlineWriter(RetriedTask::headBytes);
            recording.nextPart();
        }
    }
}
