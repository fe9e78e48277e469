/**
 * Local alignments of all pairs of DNA sequences: tasks that read two blocks of sequences each. Blocks are data objects
 * and immutable; a task's result is a {@code Scores}, and {@code ScoreMatrix} collects the results on the coordinator's
 * thread for results.
 */
@NullMarked
package org.moide.samples.programs.alignments;

import org.jspecify.annotations.NullMarked;
