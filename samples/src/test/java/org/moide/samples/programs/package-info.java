/** What the tests of the programs have in common. */
@NullMarked
package org.moide.samples.programs;

import org.jspecify.annotations.NullMarked;
