/**
 * Ants on a torus: an example of a simulation of agents in which the busy regions move. Regions are workers (ALDY,
 * §2.4). A {@code Region} owns its part of the grid and the ants in it, and one thread at a time has it; neighbours
 * exchange scent and ants in each step. {@code WholeGrid} computes the same without regions, for comparison.
 */
@NullMarked
package org.moide.samples.programs.ants;

import org.jspecify.annotations.NullMarked;
