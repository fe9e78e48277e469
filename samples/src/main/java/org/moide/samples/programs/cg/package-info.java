/**
 * The conjugate gradient benchmark CG of the NAS Parallel Benchmarks, with vector reduction and transpose by CommLib,
 * and linear systems of the user's own. Each ID owns its part of every vector and its block of the matrix
 * ({@code Decomposition}); states of safe points are {@code CgState} and {@code SystemState}.
 */
@NullMarked
package org.moide.samples.programs.cg;

import org.jspecify.annotations.NullMarked;
