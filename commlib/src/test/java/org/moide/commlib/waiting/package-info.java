/** Tests of when threads that wait can never go on. */
@NullMarked
package org.moide.commlib.waiting;

import org.jspecify.annotations.NullMarked;
