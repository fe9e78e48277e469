/** What compute threads do, written down for those who look at it later. */
@NullMarked
package org.moide.commlib.trace;

import org.jspecify.annotations.NullMarked;
