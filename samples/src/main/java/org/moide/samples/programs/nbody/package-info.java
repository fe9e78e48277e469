/**
 * Gravitational N-body simulation by the Barnes–Hut method over a distributed tree, in cooperative mode (MOIDE, §4).
 *
 * <p>{@code Domain} is what the threads of an engine share: its bodies, its subtree and the partial subtrees that
 * others sent. Work is done in phases with a barrier between them; in a phase a field is either only read, or written
 * by one thread. {@code Migration} brings bodies to the engine whose part of the curve they are in.
 */
@NullMarked
package org.moide.samples.programs.nbody;

import org.jspecify.annotations.NullMarked;
