/** Tests of the detection of threads that wait in vain. */
@NullMarked
package org.moide.commlib.waiting;

import org.jspecify.annotations.NullMarked;
