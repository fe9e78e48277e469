/**
 * Frames over connections, read by the threads that wait: the channels of an engine, and when another engine has to
 * ring.
 */
@NullMarked
package org.moide.commlib.channel;

import org.jspecify.annotations.NullMarked;
