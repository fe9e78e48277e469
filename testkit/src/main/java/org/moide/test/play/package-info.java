/** Plays an application in the simulated cluster from seeds, and makes runs that go wrong smaller. Internal. */
@NullMarked
package org.moide.test.play;

import org.jspecify.annotations.NullMarked;
