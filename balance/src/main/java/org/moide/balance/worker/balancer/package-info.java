/** The balancer of a process with workers: a stepped core around a strategy, and what balancers say to each other. */
@NullMarked
package org.moide.balance.worker.balancer;

import org.jspecify.annotations.NullMarked;
