/** A genetic algorithm (SAMBA, §5, application 3). */
@NullMarked
package org.moide.samples.programs.genetic;

import org.jspecify.annotations.NullMarked;
