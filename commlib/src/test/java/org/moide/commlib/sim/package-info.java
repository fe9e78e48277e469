/**
 * Tests of whole clusters in one JVM and in simulated time, with faults: the third path beside local and RMI. Tests of
 * other modules simulate whole runs with it.
 */
@NullMarked
package org.moide.commlib.sim;

import org.jspecify.annotations.NullMarked;
