/** Unbalanced tree search: counts a tree whose size nobody can know before. */
@NullMarked
package org.moide.samples.programs.uts;

import org.jspecify.annotations.NullMarked;
