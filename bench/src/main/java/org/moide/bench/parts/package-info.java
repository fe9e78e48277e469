/** Compares the times that a run reports with those of stopwatches in its application. */
@NullMarked
package org.moide.bench.parts;

import org.jspecify.annotations.NullMarked;
