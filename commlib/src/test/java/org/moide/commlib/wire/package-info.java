/** Tests of the encoding of calls. */
@NullMarked
package org.moide.commlib.wire;

import org.jspecify.annotations.NullMarked;
