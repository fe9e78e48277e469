/**
 * Formats for people and programs: figures, tables, JSON and whole files. These classes know nothing of runs and have
 * no global state.
 */
@NullMarked
package org.moide.coordinator.text;

import org.jspecify.annotations.NullMarked;
