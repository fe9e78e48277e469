/** Tests of the gate under attack. */
@NullMarked
package org.moide.commlib.gate;

import org.jspecify.annotations.NullMarked;
