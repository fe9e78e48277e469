/** What a batch system has given to the job that this process runs in: Slurm's, PBS's or LSF's word, read as others' input. */
@NullMarked
package org.moide.hosts.allocation;

import org.jspecify.annotations.NullMarked;
