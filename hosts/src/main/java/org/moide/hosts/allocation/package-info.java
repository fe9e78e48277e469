/**
 * Reads the nodes that Slurm, PBS or LSF has given to this process's job, and lets the processes of one step find each
 * other through a shared folder. The batch system's variables and files are checked like any input.
 *
 * <p>{@code Allocation} and {@code Step} are immutable and read once. Several processes share a {@code MeetingFolder}
 * through small files that each are written in one step; Slurm jobs use it too. The package starts no thread.
 */
@NullMarked
package org.moide.hosts.allocation;

import org.jspecify.annotations.NullMarked;
