/** The asymmetric travelling salesman's problem by branch and bound (Task Pool Teams, §4). */
@NullMarked
package org.moide.samples.programs.tsp;

import org.jspecify.annotations.NullMarked;
