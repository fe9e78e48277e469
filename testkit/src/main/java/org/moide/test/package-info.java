/**
 * Tests of MOIDE applications in a simulated cluster: {@link org.moide.test.SimulatedCluster} on a test method of
 * JUnit 5, and of programs of calls: {@link org.moide.test.SimulatedExecutor}. The artifact is {@code org.moide:moide-test}.
 *
 * <p>The application runs once for each seed. Engines, messages, balancing and recovery are the real ones; network and
 * time are simulated, with one thread at a time in this JVM. The first run that fails is made smaller and shown as a
 * log of the application's own calls.
 *
 * <p>Part of MOIDE's API.
 */
@NullMarked
package org.moide.test;

import org.jspecify.annotations.NullMarked;
