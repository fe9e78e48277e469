/**
 * The conjugate gradient benchmark CG of the NAS Parallel Benchmarks, which exchanges its vectors by CommLib, and the
 * solution of linear systems from the user's files. Each ID owns its part of every vector and its block of the matrix
 * ({@code Decomposition}); states of safe points are {@code CgState} and {@code SystemState}.
 */
@NullMarked
package org.moide.samples.programs.cg;

import org.jspecify.annotations.NullMarked;
