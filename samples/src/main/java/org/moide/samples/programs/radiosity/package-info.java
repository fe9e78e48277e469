/**
 * Hierarchical radiosity (Task Pool Teams, §4; Hanrahan, Salzman and Aupperle, 1991).
 *
 * <p>{@code Forest} has the data that the threads of an engine share: a quad-tree for each of the engine's surfaces,
 * and the light of the others after the last pass. In a pass, the thread that has an {@code Element}'s task writes it.
 * Between passes, engines fetch the light of each other's trees, and whole trees move to engines with less work.
 */
@NullMarked
package org.moide.samples.programs.radiosity;

import org.jspecify.annotations.NullMarked;
