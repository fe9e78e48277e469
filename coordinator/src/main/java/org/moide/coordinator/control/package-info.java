/** What a run answers to its user's commands while it runs: who computes, what has changed, and what is to change. */
@NullMarked
package org.moide.coordinator.control;

import org.jspecify.annotations.NullMarked;
