/** Unbalanced tree search: how many nodes has a tree that nobody can know before? */
@NullMarked
package org.moide.samples.programs.uts;

import org.jspecify.annotations.NullMarked;
