/**
 * How a run's engines change by themselves: what is seen of the hosts and the run, and what is decided from it. Pure.
 */
@NullMarked
package org.moide.coordinator.reconfigure.automation;

import org.jspecify.annotations.NullMarked;
