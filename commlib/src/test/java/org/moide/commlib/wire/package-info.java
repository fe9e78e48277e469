/** Tests of what calls carry as bytes. */
@NullMarked
package org.moide.commlib.wire;

import org.jspecify.annotations.NullMarked;
