/** An application of workers that finds out by itself whether anything was lost, doubled, put out of order or undone. */
@NullMarked
package org.moide.coordinator.workers;

import org.jspecify.annotations.NullMarked;
