/** A whole cluster in simulated time: how a strategy would do on a workload, with the very cores that run in production. */
@NullMarked
package org.moide.balance.simulation;

import org.jspecify.annotations.NullMarked;
