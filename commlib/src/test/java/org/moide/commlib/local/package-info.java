/** Tests of the meetings of one engine's threads. */
@NullMarked
package org.moide.commlib.local;

import org.jspecify.annotations.NullMarked;
