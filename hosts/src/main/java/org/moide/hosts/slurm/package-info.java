/**
 * Hosts that Slurm gives to a run: jobs with a daemon on each node, submitted, cancelled and replaced while the run
 * goes on. What to submit and when is decided by a core that knows Slurm only by what it answers.
 */
@NullMarked
package org.moide.hosts.slurm;

import org.jspecify.annotations.NullMarked;
