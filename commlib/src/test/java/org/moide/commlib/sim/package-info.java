/**
 * Whole clusters in one JVM and in simulated time, with faults: the third path beside local and RMI. Tests of it are here too;
 * those of other modules play runs in it.
 */
@NullMarked
package org.moide.commlib.sim;

import org.jspecify.annotations.NullMarked;
