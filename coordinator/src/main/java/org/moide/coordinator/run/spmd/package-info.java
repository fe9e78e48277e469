/**
 * What is special in the run of an SPMD application: its engines through the epochs.
 */
@NullMarked
package org.moide.coordinator.run.spmd;

import org.jspecify.annotations.NullMarked;
