package org.moide.engine.control;

import java.io.Serializable;

/** One call of {@link org.moide.engine.Report}, on its way to the user. */
public sealed interface Utterance extends Serializable {
    /** A named result. */
    record Result(String name, Serializable value) implements Utterance {
        private static final long serialVersionUID = 1L;

        public Result {
            boolean known = value instanceof String
                    || value instanceof Number
                    || value instanceof Boolean
                    || value instanceof double[]
                    || value instanceof long[]
                    || value instanceof int[];
            if (!known) {
                throw new IllegalArgumentException("result '" + name
                        + "': expected a String, Number, Boolean or an array of numbers, found "
                        + value.getClass().getTypeName());
            }
        }

        @Override
        public void handle(Handler by) {
            by.result(this);
        }
    }

    /** A line for the user's standard output. */
    record Line(String text) implements Utterance {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.line(this);
        }
    }

    /** How much of the work is done. */
    record Progress(long done, long total, String what) implements Utterance {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.progress(this);
        }
    }

    /** What an application of our own has to say to whoever began the run. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Payload(byte[] bytes) implements Utterance {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.payload(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What is done with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void result(Result result);

        void line(Line line);

        void progress(Progress progress);

        void payload(Payload payload);
    }
}
