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

    /** The part of the work that is done. */
    record Progress(long done, long total, String what) implements Utterance {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.progress(this);
        }
    }

    /** A message of an application of MOIDE's own to whoever began the run. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Payload(byte[] bytes) implements Utterance {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.payload(this);
        }
    }

    /** Calls the handler's method for this kind of utterance. */
    void handle(Handler by);

    /** A handler of all kinds of utterances. A kind that nobody handles does not compile. */
    interface Handler {
        void result(Result result);

        void line(Line line);

        void progress(Progress progress);

        void payload(Payload payload);
    }
}
