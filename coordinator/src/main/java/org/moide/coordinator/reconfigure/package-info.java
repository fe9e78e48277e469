/** What is decided about a run's engines while it runs (MOIDE, reconfiguration): pure, stepped by the coordinator's core. */
@NullMarked
package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.NullMarked;
