/**
 * The choice of hosts: which compute, with how many threads, and what part of the work each takes (MOIDE, §3.1.1, host
 * selection).
 *
 * <p>Hosts are ranked by performance = power / workload; each further engine on a machine counts for its part of that
 * machine only. {@code FreeProcessors} says what other runs leave of a machine, and so how many threads an engine has.
 * Engines on one machine share its processors and 70% of its memory, and work that is cut in advance is
 * cut by power. {@code Selection} chooses and {@code Ranking} says why. Pure: the same candidates give the same answer.
 */
@NullMarked
package org.moide.coordinator.selection;

import org.jspecify.annotations.NullMarked;
