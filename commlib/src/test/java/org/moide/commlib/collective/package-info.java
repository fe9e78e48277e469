/** Tests of the schedule of messages in collectives. */
@NullMarked
package org.moide.commlib.collective;

import org.jspecify.annotations.NullMarked;
