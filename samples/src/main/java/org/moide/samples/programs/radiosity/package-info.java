/**
 * Hierarchical radiosity (Task Pool Teams, §4; Hanrahan, Salzman and Aupperle, 1991).
 *
 * <p>{@code Forest} is what the threads of an engine share: a quad-tree for each surface that it has, and how the
 * others shone after the last pass. In a pass an {@code Element} is written by the thread that has its task; between
 * passes engines ask each other how their trees shine, and whole trees move to where less is to do.
 */
@NullMarked
package org.moide.samples.programs.radiosity;

import org.jspecify.annotations.NullMarked;
