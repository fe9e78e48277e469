/**
 * Figures, tables, JSON and whole files, for all that writes for people or programs. Knows nothing of runs, and keeps
 * no state: {@code WholeFile} writes a file as a whole or not at all.
 */
@NullMarked
package org.moide.coordinator.text;

import org.jspecify.annotations.NullMarked;
