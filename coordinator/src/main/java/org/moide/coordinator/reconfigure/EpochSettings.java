package org.moide.coordinator.reconfigure;

import org.moide.commlib.collective.Tuning;
import org.moide.engine.control.Timing;

/**
 * The settings that stay the same through all epochs of a run.
 *
 * @param collectives the tuning of collectives
 * @param ownEngine whether seat 0 is in the coordinator's own process
 * @param disk the disk to which states are written too, with the checkpoint from which the run goes on
 * @param checkpointShare the part of the time that keeping states may take, above 0; 1 to keep all
 * @param widens whether engines join while all others go on, as those of workers do
 * @param timing the times by which the coordinator judges engines
 */
public record EpochSettings(
        Tuning collectives,
        boolean ownEngine,
        CheckpointDisk disk,
        double checkpointShare,
        boolean widens,
        Timing timing) {}
