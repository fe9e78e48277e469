package org.moide.coordinator.reconfigure;

import java.util.function.BooleanSupplier;
import org.moide.commlib.collective.Tuning;

/**
 * What stays the same through all epochs of a run.
 *
 * @param collectives by which lengths they take their ways
 * @param ownEngine whether seat 0 is in the coordinator's own process
 * @param callsRestore whether the application's classes have a call of {@code restore}: asked when an engine is lost before
 *     any thread has come to one
 * @param disk where states are written to as well, and what the run goes on from
 * @param checkpointShare the part of the time that keeping states may take, above 0; 1 to keep all
 */
public record EpochSettings(
        Tuning collectives,
        boolean ownEngine,
        BooleanSupplier callsRestore,
        CheckpointDisk disk,
        double checkpointShare) {
    boolean canRestore() {
        return callsRestore.getAsBoolean();
    }
}
