/**
 * Files that samples leave: checked before anything is computed, and there as a whole or not at all. Used by the thread
 * that writes.
 */
@NullMarked
package org.moide.samples.output;

import org.jspecify.annotations.NullMarked;
