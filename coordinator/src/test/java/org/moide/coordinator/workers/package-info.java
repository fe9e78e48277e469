/** An application of workers for tests. It notices tasks that were lost, repeated, reordered or undone. */
@NullMarked
package org.moide.coordinator.workers;

import org.jspecify.annotations.NullMarked;
