/** Tests of frames over a connection, and of when they are sent. */
@NullMarked
package org.moide.commlib.channel;

import org.jspecify.annotations.NullMarked;
