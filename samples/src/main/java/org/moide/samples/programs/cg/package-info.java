/** The conjugate gradient benchmark CG of the NAS Parallel Benchmarks, with vector reduction and transpose by CommLib. */
@NullMarked
package org.moide.samples.programs.cg;

import org.jspecify.annotations.NullMarked;
