package org.moide.coordinator.reconfigure;

import org.moide.commlib.collective.Tuning;
import org.moide.engine.control.Timing;

/**
 * The settings of an SPMD run or of workers that stay the same through all epochs.
 *
 * @param collectives the tuning of collective operations
 * @param ownEngine whether engine 0 is in the coordinator's process
 * @param disk the disk to which states are also written, and the checkpoint from which the run resumes, if any
 * @param checkpointShare the fraction of the time that saving states may take, above 0; 1 to save the states of every
 *     safe point
 * @param widens whether engines join while all other engines compute, which only workers allow
 * @param timing the times after which the coordinator considers an engine slow or lost
 */
public record EpochSettings(
        Tuning collectives,
        boolean ownEngine,
        CheckpointDisk disk,
        double checkpointShare,
        boolean widens,
        Timing timing) {}
