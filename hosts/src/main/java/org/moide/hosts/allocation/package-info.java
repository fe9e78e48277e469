/**
 * The nodes that a batch system has given to the job of this process: Slurm's, PBS's or LSF's word, read as others'
 * input; and the folder in which processes that were started alike meet.
 *
 * <p>{@code Allocation} and {@code Step} are immutable and read once. {@code MeetingFolder} is shared by several
 * processes by way of small files that are written whole; jobs of Slurm use it too. Nothing here has a thread.
 */
@NullMarked
package org.moide.hosts.allocation;

import org.jspecify.annotations.NullMarked;
