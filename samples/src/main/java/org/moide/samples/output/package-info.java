/**
 * Writes the files in which samples save their results. Whether a file can be written is checked before anything is
 * computed; a file appears only when it is complete. Used by the thread that writes.
 */
@NullMarked
package org.moide.samples.output;

import org.jspecify.annotations.NullMarked;
