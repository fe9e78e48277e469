/**
 * The messages by which processes with workers take leave of one that goes while the others go on. The one that leaves
 * hands over what would begin there, its workers move, and all say their last word to it and it to them; what its table
 * does about that is {@code balance.worker.Crew}'s, and {@code engine.worker} says it to engines.
 */
@NullMarked
package org.moide.balance.worker.leave;

import org.jspecify.annotations.NullMarked;
