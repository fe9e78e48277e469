/**
 * Unbalanced tree search: counts a tree whose size nobody can know before. A task is some {@code Nodes} whose children
 * were not looked at, as a stack that one thread works on; trees are immutable.
 */
@NullMarked
package org.moide.samples.programs.uts;

import org.jspecify.annotations.NullMarked;
