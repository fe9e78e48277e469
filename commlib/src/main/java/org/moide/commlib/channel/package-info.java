/** Frames over a connection that whoever waits reads: the channels of an engine, and when another engine has to ring. */
@NullMarked
package org.moide.commlib.channel;

import org.jspecify.annotations.NullMarked;
