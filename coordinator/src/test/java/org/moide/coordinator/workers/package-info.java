/** An application of workers that itself detects tasks that were lost, doubled, reordered or undone. */
@NullMarked
package org.moide.coordinator.workers;

import org.jspecify.annotations.NullMarked;
