package org.moide.commlib.waiting;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.contract.DirectSystem;
import org.moide.commlib.contract.PendingContract;
import org.moide.commlib.contract.PersonalCollectiveContract;
import org.moide.commlib.contract.RandomMixContract;
import org.moide.commlib.contract.RandomProgramContract;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.system.SpinThenParkSignal;

/**
 * Runs the contracts' programs, all of which end, while another thread checks them for deadlocks all the time: it must
 * never find one.
 */
final class WatchedPathTest
        implements PersonalCollectiveContract, PendingContract, RandomMixContract, RandomProgramContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        int threads = IntStream.of(shape).sum();
        return new Watched(new DirectSystem(limits, port -> port, SpinThenParkSignal.factory(threads), shape));
    }

    /** A system whose engines' states are checked repeatedly, one after the other, while their threads run. */
    private static final class Watched implements TestSystem {
        private final TestSystem system;
        private volatile boolean over;
        private volatile @Nullable Deadlock alarm;

        Watched(TestSystem system) {
            this.system = system;
        }

        @Override
        public List<Integer> shape() {
            return system.shape();
        }

        @Override
        public EngineComm engine(int number) {
            return system.engine(number);
        }

        @Override
        public List<@Nullable Throwable> run(Body body) {
            Thread watcher = new Thread(this::watch, "watcher");
            watcher.start();
            List<@Nullable Throwable> thrown = system.run(comm -> {
                body.run(comm);
                int first = 0;
                int engine = 0;
                while (comm.id() >= first + shape().get(engine)) {
                    first += shape().get(engine);
                    engine++;
                }
                engine(engine).returned(comm.id() - first, System.nanoTime());
            });
            over = true;
            try {
                watcher.join();
            } catch (InterruptedException interrupt) {
                throw new AssertionError(interrupt);
            }
            if (alarm != null) {
                throw new AssertionError("expected no deadlock in a program that came to its end, found " + alarm);
            }
            return thrown;
        }

        private void watch() {
            while (!over && alarm == null) {
                List<EngineState> states = new ArrayList<>();
                for (int engine = 0; engine < shape().size(); engine++) {
                    states.add(engine(engine).state());
                }
                alarm = Deadlock.in(states, shape().size());
            }
        }

        @Override
        public void close() {
            system.close();
        }
    }
}
