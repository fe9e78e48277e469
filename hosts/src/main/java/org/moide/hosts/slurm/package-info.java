/**
 * The hosts that Slurm gives to a run: jobs with a daemon on each node, submitted, cancelled and replaced while the run
 * goes on.
 *
 * <p>{@code JobsCore}, stepped and guarded by {@code SlurmHosts}, decides what to submit, give back and replace; it
 * knows Slurm only by what it answers. {@code SlurmHosts} looks at Slurm and at the run's folder from time to time, on
 * the thread {@code coordinator-slurm}. {@code JobFolder} is where the jobs' daemons say where they are.
 */
@NullMarked
package org.moide.hosts.slurm;

import org.jspecify.annotations.NullMarked;
