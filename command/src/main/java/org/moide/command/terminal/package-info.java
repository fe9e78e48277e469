/**
 * The user's terminal as the rest of the command sees it: lines on two streams, and the one line below them that shows how far
 * a run is. A progress line owns when it was shown last, under its lock; it has no thread.
 */
@NullMarked
package org.moide.command.terminal;

import org.jspecify.annotations.NullMarked;
