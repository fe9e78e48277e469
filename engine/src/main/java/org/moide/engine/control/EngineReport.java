package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanTotals;

/** What an engine tells the coordinator. */
public sealed interface EngineReport extends Serializable {
    /** This epoch's registration is in force here. */
    record Registered(long epoch) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /** Sent once a second, so that silence means something. */
    record Beat() implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /** About tasks, for the root of the balancing. */
    record Loan(Letter letter) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /** What the application said. */
    record Said(Utterance utterance) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Every compute thread here has returned.
     *
     * @param loans what this engine lent to others, and how many tasks its own threads ran
     */
    record Finished(EngineStatistics statistics, LoanTotals loans) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The application threw here; the run ends.
     *
     * @param where thread and host
     * @param headline one line
     * @param trace the stack trace as text
     * @param usage whether it is the user's arguments that are wrong ({@link org.moide.engine.UsageException})
     */
    record Failed(String where, String headline, String trace, boolean usage) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }
}
