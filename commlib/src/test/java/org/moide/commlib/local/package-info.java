/** Tests of how threads of one engine meet. */
@NullMarked
package org.moide.commlib.local;

import org.jspecify.annotations.NullMarked;
