/** Ants on a torus, as an example of agents whose hot region wanders: regions are workers (ALDY, §2.4). */
@NullMarked
package org.moide.samples.programs.ants;

import org.jspecify.annotations.NullMarked;
