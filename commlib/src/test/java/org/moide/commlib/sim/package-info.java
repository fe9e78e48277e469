/** Tests of the simulation itself. */
@NullMarked
package org.moide.commlib.sim;

import org.jspecify.annotations.NullMarked;
