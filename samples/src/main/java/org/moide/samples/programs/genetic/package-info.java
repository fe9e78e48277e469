/**
 * A genetic algorithm (SAMBA, §5, application 3): a task breeds and judges a slice of one population, or an island of
 * several. All chance comes from the seed, the generation and the individual's number, so the result does not depend on
 * who computes what. Populations belong to one thread at a time.
 */
@NullMarked
package org.moide.samples.programs.genetic;

import org.jspecify.annotations.NullMarked;
