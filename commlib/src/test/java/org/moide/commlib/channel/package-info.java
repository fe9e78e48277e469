/** Tests of frames over a connection: who publishes what, and when. */
@NullMarked
package org.moide.commlib.channel;

import org.jspecify.annotations.NullMarked;
