/**
 * Unbalanced tree search: counts the nodes of a tree whose size is not known in advance. A task is a {@code Nodes}, a
 * stack of nodes whose children were not examined, on which one thread works. Trees are immutable.
 */
@NullMarked
package org.moide.samples.programs.uts;

import org.jspecify.annotations.NullMarked;
