/** The process of a cluster monitor, and what commands ask it. */
@NullMarked
package org.moide.coordinator.cluster;

import org.jspecify.annotations.NullMarked;
