/** Adaptive quadrature (SAMBA, §5, application 1). */
@NullMarked
package org.moide.samples.programs.quadrature;

import org.jspecify.annotations.NullMarked;
