/**
 * Adaptive quadrature (SAMBA, §5, application 1). A task is a stack of intervals that were not integrated yet; one
 * thread works on it. Sums are kept in two parts, so the order of addition hardly affects them.
 */
@NullMarked
package org.moide.samples.programs.quadrature;

import org.jspecify.annotations.NullMarked;
