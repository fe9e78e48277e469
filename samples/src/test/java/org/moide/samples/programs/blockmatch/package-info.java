/** Tests of the program blockmatch. */
@NullMarked
package org.moide.samples.programs.blockmatch;

import org.jspecify.annotations.NullMarked;
