package org.moide.balance.simulation;

import org.moide.balance.loan.LoanOutput;

/** How a simulated member reaches the others. */
@FunctionalInterface
interface Outside {
    void send(SimulatedNetwork.Port from, LoanOutput.Send send);
}
