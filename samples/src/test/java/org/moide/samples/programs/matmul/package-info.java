/** Tests of the program matmul. */
@NullMarked
package org.moide.samples.programs.matmul;

import org.jspecify.annotations.NullMarked;
