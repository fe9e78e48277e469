/** Tests of the program genetic. */
@NullMarked
package org.moide.samples.programs.genetic;

import org.jspecify.annotations.NullMarked;
