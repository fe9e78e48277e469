/** Runs of workers in simulated time: tables, balancers and strategies are those of production, all else is simulated. */
@NullMarked
package org.moide.balance.worker.simulation;

import org.jspecify.annotations.NullMarked;
