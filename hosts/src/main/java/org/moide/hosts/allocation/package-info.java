/**
 * Reads the nodes that Slurm, PBS or LSF has given to this process's job, and lets the processes of one {@code Step}
 * find each other through a shared folder. The batch system's variables and files are checked like any input.
 *
 * <p>{@code Allocation} and {@code Step} are immutable and read once. Several processes share a {@code MeetingFolder}
 * through small files; each file is written as a whole or not at all. Slurm jobs use such a folder too. The package
 * starts no thread.
 */
@NullMarked
package org.moide.hosts.allocation;

import org.jspecify.annotations.NullMarked;
