package org.moide.engine.host;

import java.io.Serializable;
import java.util.List;
import org.moide.balance.loan.MemberDeath;

/** What a daemon tells a coordinator unasked. */
public sealed interface DaemonNews extends Serializable {
    /**
     * A line that an engine's application, or its JVM, printed.
     *
     * @param fromErrorStream whether on standard error
     */
    record Line(int engine, String text, boolean fromErrorStream) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.line(this);
        }
    }

    /**
     * An engine that read files of the user's has ended, and what it wrote beside them stays there.
     *
     * @param left how many files, where, and how they are called
     */
    record FilesLeft(int engine, String hostName, String left) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.filesLeft(this);
        }
    }

    /**
     * An engine's JVM would have stayed for other runs, and ends since something of this run is left there.
     *
     * @param left in words
     */
    record NotKept(int engine, String hostName, String left) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.notKept(this);
        }
    }

    /**
     * The daemon is about to end, and waits a little: its engines should give back what they have.
     *
     * @param engines of this run, here
     */
    record Leaving(List<Integer> engines) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        public Leaving {
            engines = List.copyOf(engines);
        }

        @Override
        public void handle(Handler by) {
            by.leaving(this);
        }
    }

    /**
     * Somebody who knows the cluster's secret wants the run to end.
     *
     * @param hostName where he said so
     */
    record StopAsked(String hostName) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.stopAsked(this);
        }
    }

    /**
     * An engine's JVM has ended after it had been ready, and nobody had asked for it.
     *
     * @param incarnation of the engine that ended
     * @param exitCode 128 + n for signal n
     * @param death the cause, in words that go on after "engine-3 on h9", and what it was running
     */
    record EngineEnded(int engine, long incarnation, int exitCode, MemberDeath death) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.engineEnded(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What a run does with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void line(Line line);

        void filesLeft(FilesLeft filesLeft);

        void notKept(NotKept notKept);

        void leaving(Leaving leaving);

        void stopAsked(StopAsked stopAsked);

        void engineEnded(EngineEnded engineEnded);
    }
}
