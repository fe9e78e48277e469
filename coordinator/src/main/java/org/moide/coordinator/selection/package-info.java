/**
 * The choice of hosts: which hosts compute, with how many threads, and which share of the work each gets (MOIDE,
 * §3.1.1, host selection).
 *
 * <p>Hosts are ranked by performance = power / workload. A further engine on a machine counts only for its share of
 * that machine. {@code FreeProcessors} computes how many processors other runs leave on a machine, which decides the
 * number of threads of an engine. Engines on one machine share its processors and 70% of its memory. Work that is
 * divided in advance is divided by power. {@code Selection} chooses and {@code Ranking} gives reasons. The same
 * candidates always give the same result.
 */
@NullMarked
package org.moide.coordinator.selection;

import org.jspecify.annotations.NullMarked;
