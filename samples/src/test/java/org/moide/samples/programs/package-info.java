/** The common part of the tests of the programs. */
@NullMarked
package org.moide.samples.programs;

import org.jspecify.annotations.NullMarked;
