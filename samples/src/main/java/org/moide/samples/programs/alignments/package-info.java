/** Local alignments of all pairs of DNA sequences: tasks that read two blocks of sequences each. */
@NullMarked
package org.moide.samples.programs.alignments;

import org.jspecify.annotations.NullMarked;
