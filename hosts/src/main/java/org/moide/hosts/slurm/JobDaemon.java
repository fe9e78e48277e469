package org.moide.hosts.slurm;

import org.moide.coordinator.plan.DaemonAddress;

/**
 * A daemon on a node of a Slurm job.
 *
 * @param job the job's number
 * @param memoryMib the memory that the job may use on the node, in MiB; 0 if unknown
 */
record JobDaemon(long job, DaemonAddress address, long memoryMib) {}
