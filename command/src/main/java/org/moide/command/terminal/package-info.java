/**
 * The user's terminal as the rest of the command sees it: lines on two streams, and the status line with a run's
 * progress. A progress line keeps the time of its last update under its lock; it has no thread.
 */
@NullMarked
package org.moide.command.terminal;

import org.jspecify.annotations.NullMarked;
