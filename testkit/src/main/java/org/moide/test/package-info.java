/**
 * Tests of MOIDE applications in a simulated cluster: {@link org.moide.test.SimulatedCluster} on a test method of JUnit
 * 5. The artifact is {@code org.moide:moide-test}.
 *
 * <p>The application is played once for each seed. Engines, messages, balancing and recovery are the real ones; network
 * and time are simulated, in one thread at a time of this JVM. The first run that goes wrong is made smaller and told
 * as a story of the application's own calls.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.test;

import org.jspecify.annotations.NullMarked;
