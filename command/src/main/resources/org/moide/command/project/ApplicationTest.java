package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.Moide;
import org.moide.RunResult;
import org.moide.test.SimulatedCluster;
import org.moide.test.SimulatedOutcome;

class @class@Test {
    /** Runs the application on two engines, each in a JVM of its own. */
    @Test
    @Timeout(60)
    void @test@() throws Exception {
        try (Moide moide = Moide.builder().localEngines(2).threads(1).build()) {
            RunResult result = moide.run(@class@.class, @arguments@);
            assertEquals(@expected@L, result.value("@result@", Long.class));
        }
    }

    /**
     * Runs the application in a simulated cluster, each time with other message delays: a connection is cut for a
     * while@killed@.
     */
    @SimulatedCluster(application = @class@.class, arguments = {@arguments@}, seeds = 10, kills = @kills@, cuts = 1)
    void @test@WhateverHappens(SimulatedOutcome outcome) {
        assertEquals(@expected@L, outcome.result("@result@"));
    }
}
