/**
 * The asymmetric travelling salesman's problem by branch and bound (Task Pool Teams, §4).
 *
 * <p>A task is a stack of subproblems, on which one thread works; {@code Found} is the result of some tasks. Each
 * engine has the shortest known tour in its {@code Incumbent}, under a lock; it sends a shorter one to all other
 * engines by simple messages, which their communication threads receive.
 */
@NullMarked
package org.moide.samples.programs.tsp;

import org.jspecify.annotations.NullMarked;
