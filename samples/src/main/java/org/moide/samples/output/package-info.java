/**
 * Writes the files of results of samples. Whether they can be written is checked before anything is computed, and they
 * appear when they are complete. Used by the thread that writes.
 */
@NullMarked
package org.moide.samples.output;

import org.jspecify.annotations.NullMarked;
