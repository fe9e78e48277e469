/**
 * A genetic algorithm (SAMBA, §5, application 3): a task creates and evaluates a slice of one population, or lets one
 * of several islands develop. Random numbers depend only on the seed, the generation and the individual's number, so
 * the result does not depend on the engines. Populations belong to one thread at a time.
 */
@NullMarked
package org.moide.samples.programs.genetic;

import org.jspecify.annotations.NullMarked;
