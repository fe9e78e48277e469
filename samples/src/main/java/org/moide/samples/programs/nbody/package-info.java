/**
 * Gravitational N-body simulation by the Barnes–Hut method over a distributed tree, in cooperative mode (MOIDE, §4).
 *
 * <p>{@code Domain} has the data that the threads of an engine share: its bodies, its tree and the parts of trees that
 * other engines have sent. Work is done in phases with a barrier between them; in a phase a field is either only read,
 * or written by one thread. {@code Migration} moves bodies to the engine that has their part of the space-filling
 * curve.
 */
@NullMarked
package org.moide.samples.programs.nbody;

import org.jspecify.annotations.NullMarked;
