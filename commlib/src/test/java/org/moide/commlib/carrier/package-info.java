/** Tests of what carries calls. */
@NullMarked
package org.moide.commlib.carrier;

import org.jspecify.annotations.NullMarked;
