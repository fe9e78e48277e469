/**
 * A run as it goes: the threads that step its core, do what it wants done, take results, and keep journal and checkpoints.
 */
@NullMarked
package org.moide.coordinator.run.session;

import org.jspecify.annotations.NullMarked;
