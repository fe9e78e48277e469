package org.moide.engine.host;

import java.util.List;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * News that a daemon tells a coordinator unasked. The two may be of different versions. A coordinator refuses a kind
 * that it does not know, and then hears nothing more from that daemon: one that comes later goes only to coordinators
 * whose order says that they know it.
 */
public sealed interface DaemonNews extends ExtensibleRecord {
    /**
     * A line that an engine's application, or its JVM, printed.
     *
     * @param fromErrorStream whether the line came on standard error
     */
    record Line(int engine, String text, boolean fromErrorStream) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.line(this);
        }
    }

    /**
     * A notice that an engine that read files of the user's has ended, and that what it wrote beside them stays there.
     *
     * @param left the number of files, their folder, and their names
     */
    record FilesLeft(int engine, String hostName, String left) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.filesLeft(this);
        }
    }

    /**
     * A notice that an engine's JVM would have stayed for other runs, but ends since something of this run is left in
     * it.
     *
     * @param left what is left, in words
     */
    record NotKept(int engine, String hostName, String left) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.notKept(this);
        }
    }

    /**
     * A notice that the daemon is about to end, and waits a little: its engines should give back what they have.
     *
     * @param engines the engines of this run on this host
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
     * A notice that an engine's JVM has ended after it had been ready, though nobody had asked for it.
     *
     * @param incarnation the incarnation of the engine that ended
     * @param exitCode 128 + n for signal n
     * @param death the cause, in words that stand behind "engine-3 on h9", and the tasks that it was running
     */
    record EngineEnded(int engine, long incarnation, int exitCode, MemberDeath death) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.engineEnded(this);
        }
    }

    /**
     * Other runs have come to the host, have left it, or have more or fewer threads there than before.
     *
     * @param hostName where
     * @param processors that engines may use there
     * @param runs all but this one
     */
    record Beside(String hostName, int processors, List<RunView> runs) implements DaemonNews {
        private static final long serialVersionUID = 1L;

        public Beside {
            runs = List.copyOf(runs);
            if (processors < 1 || processors > EngineOrder.MOST_THREADS) {
                throw new IllegalArgumentException(
                        hostName + ": expected 1 to " + EngineOrder.MOST_THREADS + " processors, found " + processors);
            }
        }

        @Override
        public void handle(Handler by) {
            by.beside(this);
        }
    }

    /** Calls the handler's method for this kind of news. */
    void handle(Handler by);

    /** A handler of all kinds of news. A kind that nobody handles does not compile. */
    interface Handler {
        void line(Line line);

        void filesLeft(FilesLeft filesLeft);

        void notKept(NotKept notKept);

        void leaving(Leaving leaving);

        void engineEnded(EngineEnded engineEnded);

        void beside(Beside beside);
    }
}
