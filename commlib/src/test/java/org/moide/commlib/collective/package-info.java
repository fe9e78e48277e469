/** Tests of who meets whom in collectives. */
@NullMarked
package org.moide.commlib.collective;

import org.jspecify.annotations.NullMarked;
