/**
 * Everything that compute threads have in common, whether they run a bag of tasks, threads that meet, or workers:
 * their view of the engine and its epochs' messages, how they are interrupted, how they speak to the coordinator, and
 * how a failure of the application becomes a report. It lies below those three so that they need not know each other.
 * Nothing here has a thread of its own.
 */
@NullMarked
package org.moide.engine.compute;

import org.jspecify.annotations.NullMarked;
