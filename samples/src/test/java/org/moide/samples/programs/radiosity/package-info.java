/** Tests of the program radiosity. */
@NullMarked
package org.moide.samples.programs.radiosity;

import org.jspecify.annotations.NullMarked;
