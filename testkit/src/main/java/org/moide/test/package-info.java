/**
 * Tests applications of MOIDE in a simulated cluster: {@link org.moide.test.SimulatedCluster} on a test method of JUnit 5. The
 * artifact is {@code org.moide:moide-test}.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.test;

import org.jspecify.annotations.NullMarked;
