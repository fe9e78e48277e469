/**
 * The asymmetric travelling salesman's problem by branch and bound (Task Pool Teams, §4).
 *
 * <p>A task is a stack of subproblems, which one thread works on; {@code Found} is what comes of some tasks. Each
 * engine knows the shortest tour in its {@code Incumbent}, under a lock, and tells a shorter one to all others by
 * simple messages, which their communication threads take.
 */
@NullMarked
package org.moide.samples.programs.tsp;

import org.jspecify.annotations.NullMarked;
