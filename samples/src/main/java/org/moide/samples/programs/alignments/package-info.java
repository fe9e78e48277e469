/**
 * Local alignments of all pairs of DNA sequences: tasks that read two blocks of sequences each. Blocks are data objects
 * and immutable; a result is some {@code Scores}, which {@code ScoreMatrix} gathers on the results thread.
 */
@NullMarked
package org.moide.samples.programs.alignments;

import org.jspecify.annotations.NullMarked;
