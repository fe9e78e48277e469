/**
 * Adaptive quadrature (SAMBA, §5, application 1): a task is a stack of intervals that were not integrated yet, on which
 * one thread works. Sums are kept in two parts, so they hardly depend on the order of addition.
 */
@NullMarked
package org.moide.samples.programs.quadrature;

import org.jspecify.annotations.NullMarked;
