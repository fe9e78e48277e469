/**
 * The messages by which a process with workers leaves while the others continue. It hands over the workers that would
 * begin on it, its workers move, and each side sends its last message. {@code balance.worker.Crew} updates the worker
 * table accordingly; {@code engine.worker} sends the messages.
 */
@NullMarked
package org.moide.balance.worker.leave;

import org.jspecify.annotations.NullMarked;
