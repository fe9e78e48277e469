package org.moide.coordinator.reconfigure;

import org.moide.commlib.collective.Tuning;
import org.moide.engine.control.Timing;

/**
 * What stays the same through all epochs of a run.
 *
 * @param collectives by which lengths they take their ways
 * @param ownEngine whether seat 0 is in the coordinator's own process
 * @param disk where states are written to as well, and what the run goes on from
 * @param checkpointShare the part of the time that keeping states may take, above 0; 1 to keep all
 * @param widens whether engines join while all others go on, as those of workers do
 * @param timing by which the coordinator judges engines
 */
public record EpochSettings(
        Tuning collectives,
        boolean ownEngine,
        CheckpointDisk disk,
        double checkpointShare,
        boolean widens,
        Timing timing) {}
