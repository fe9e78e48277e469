/**
 * What a run's core knows and the words that it talks in: events that it takes, acts that it wants done, its engines and
 * the global pool.
 */
@NullMarked
package org.moide.coordinator.run.state;

import org.jspecify.annotations.NullMarked;
