/** The cluster monitor: what hosts say of themselves, who is known, silent, or talks nonsense, and how that is passed on. */
@NullMarked
package org.moide.monitor.cluster;

import org.jspecify.annotations.NullMarked;
