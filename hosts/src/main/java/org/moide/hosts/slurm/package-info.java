/**
 * Gets a run's hosts from Slurm. It submits jobs that start a daemon on each node, and cancels and replaces jobs while
 * the run goes on.
 *
 * <p>{@code JobsCore}, which {@code SlurmHosts} calls and guards, decides what to submit, give back and replace.
 * {@code SlurmHosts} polls Slurm and the run's folder on the thread {@code coordinator-slurm}. The jobs' daemons write
 * their addresses to the {@code JobFolder}.
 */
@NullMarked
package org.moide.hosts.slurm;

import org.jspecify.annotations.NullMarked;
