/** Motion estimation by block matching, TDC's application (§4.1): tasks that read two frames of a film each. */
@NullMarked
package org.moide.samples.programs.blockmatch;

import org.jspecify.annotations.NullMarked;
