package org.moide.hosts.slurm;

import org.moide.coordinator.plan.DaemonAddress;

/**
 * A daemon on a node of a job.
 *
 * @param job its number
 * @param memoryMib what the job may use there; 0 if it is not said
 */
record JobDaemon(long job, DaemonAddress address, long memoryMib) {}
