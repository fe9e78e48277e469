/** How things are written for people and for programs: figures, tables, JSON, whole files. Knows nothing of runs. */
@NullMarked
package org.moide.coordinator.text;

import org.jspecify.annotations.NullMarked;
