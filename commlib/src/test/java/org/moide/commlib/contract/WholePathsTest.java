package org.moide.commlib.contract;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.rmi.RmiPathTest;
import org.moide.commlib.sim.SimSystems;

/**
 * Runs the whole contract on the paths on which the default build runs only the part that depends on how messages are
 * sent.
 */
@Tag("full")
final class WholePathsTest {
    @Nested
    class Direct extends PathContract {
        @Override
        public TestSystem open(CommLimits limits, int... shape) {
            return new DirectPathTest().open(limits, shape);
        }
    }

    @Nested
    class WakefulLocal extends PathContract {
        @Override
        public TestSystem open(CommLimits limits, int... shape) {
            return new WakefulLocalPathTest().open(limits, shape);
        }
    }

    @Nested
    class Faulty extends PathContract {
        private final FaultyPathTest faulty = new FaultyPathTest();

        @Override
        public TestSystem open(CommLimits limits, int... shape) {
            return faulty.open(limits, shape);
        }
    }

    @Nested
    class Breaking extends PathContract {
        private final BreakingPathTest breaking = new BreakingPathTest();

        @Override
        public TestSystem open(CommLimits limits, int... shape) {
            return breaking.open(limits, shape);
        }
    }

    @Nested
    class BreakingSocket extends PathContract {
        private final BreakingPathTest breaking = new BreakingSocketPathTest();

        @Override
        public TestSystem open(CommLimits limits, int... shape) {
            return breaking.open(limits, shape);
        }
    }

    @Nested
    class Rmi extends PathContract {
        @Override
        public TestSystem open(CommLimits limits, int... shape) {
            return new RmiPathTest().open(limits, shape);
        }
    }

    @Nested
    class Sim extends PathContract {
        private final SimSystems systems = new SimSystems(false);

        @Override
        public CommLimits hasty() {
            return systems.hasty();
        }

        @Override
        public TestSystem open(CommLimits limits, int... shape) {
            return systems.open(limits, shape);
        }
    }
}
