package org.moide.coordinator.reconfigure;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.commit.Commit;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.StateDigest;

/**
 * The checkpoints to which an SPMD run can go back, in engines' memory and on disk, with the counts of what the
 * application had reported. Used by the control thread only.
 */
final class Safekeeping {
    private final CheckpointLedger ledger = new CheckpointLedger();
    private final Hearing hearing = new Hearing();
    private final CheckpointDisk disk;
    private final DiskCommits commits;
    private final EpochOutputs outputs;
    private boolean restorable;
    private boolean redistributes;

    /** Creates the object with the checkpoint on disk from which the run resumes, if there is one. */
    Safekeeping(CheckpointDisk disk, EpochOutputs outputs) {
        this.disk = disk;
        this.outputs = outputs;
        this.commits = new DiskCommits(disk, outputs);
        Commit from = disk.from();
        if (from != null) {
            restorable = true;
            redistributes = from.redistributes();
            hearing.goOn(from);
            ledger.goBackTo(from);
        }
    }

    CheckpointLedger ledger() {
        return ledger;
    }

    /** Records an engine's report that the application is able to go back to a checkpoint. */
    void can(EngineReport.Restorable can) {
        restorable = true;
        redistributes = can.redistributes();
    }

    boolean restorable() {
        return restorable;
    }

    boolean redistributes() {
        return redistributes;
    }

    /** Counts this line or result. Returns false if it is a repeat, which is not counted. */
    boolean isNew(EngineReport.Said said) {
        return hearing.isNew(said);
    }

    /**
     * Notes that states of a checkpoint are stored.
     *
     * @param shape the table of engines with which the checkpoint was made; null if it belongs to another epoch
     * @return the command that tells engines of the commit, if the checkpoint is committed by this; otherwise null
     */
    EngineCommand.@Nullable CheckpointCommitted stored(
            EngineReport.CheckpointStored part, Registrations.@Nullable Shape shape) {
        if (part.problem() != null) {
            commits.failed(part.checkpoint(), part.problem());
        }
        if (!ledger.stored(part)) {
            return null;
        }
        CheckpointName name = Objects.requireNonNull(ledger.committed(), "just committed");
        int ids = ledger.committedIds();
        hearing.keepIds(ids);
        List<StateDigest> onDisk = ledger.onDisk();
        if (!onDisk.isEmpty() && shape != null) {
            commits.complete(new Commit(
                    name,
                    EpochTable.threads(shape.registration()),
                    shape.powers(),
                    redistributes,
                    onDisk,
                    hearing.heard(ids),
                    hearing.results()));
        }
        return new EngineCommand.CheckpointCommitted(name, commits.kept());
    }

    /**
     * Handles the end of a commit on disk.
     *
     * @param problem why it failed; null if it succeeded
     */
    void writtenDown(CheckpointName checkpoint, @Nullable String problem) {
        commits.writtenDown(checkpoint, problem);
    }

    /** Returns whether another coordinator could resume the run from the disk. */
    boolean isOnDisk() {
        return commits.last() != null;
    }

    /**
     * Goes back to the last committed checkpoint, or to the one on disk if states of the last one are lost.
     *
     * @param count the number of logical IDs of the next epoch
     * @param lost the name of the engine that was lost last
     * @return why the run cannot go back; null if it can
     */
    @Nullable
    String goBack(int count, String lost) {
        Commit older = commits.last();
        List<Integer> nowhere = ledger.nowhere();
        if (older != null && !nowhere.isEmpty()) {
            outputs.note("the states of IDs " + nowhere + " in checkpoint " + ledger.committed()
                    + " are lost; the disk has those of checkpoint " + older.checkpoint());
            ledger.goBackTo(older);
        }
        return ledger.problem(count, redistributes, lost);
    }

    /**
     * Returns the powers by which an epoch's engines divide their work. They stay the same as long as each engine
     * number keeps its logical IDs, since the application has divided its data by them.
     *
     * @param before the engines of the last epoch; null in the first epoch of this coordinator
     * @param measured the powers of the present engines
     */
    List<Double> powers(Registrations.@Nullable Shape before, Registration next, List<Double> measured) {
        Commit from = disk.from();
        if (before != null) {
            return EpochTable.haveSameIds(before.registration(), next) ? before.powers() : measured;
        }
        return from != null && EpochTable.threads(next).equals(from.threads()) ? from.powers() : measured;
    }
}
