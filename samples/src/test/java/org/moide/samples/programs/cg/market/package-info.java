/** Tests of the files in Matrix Market format that the program cg reads and writes. */
@NullMarked
package org.moide.samples.programs.cg.market;

import org.jspecify.annotations.NullMarked;
