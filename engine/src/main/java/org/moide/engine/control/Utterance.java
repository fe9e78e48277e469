package org.moide.engine.control;

import java.io.Serializable;

/** A call of {@link org.moide.engine.Report}, sent to the coordinator as a message. */
public sealed interface Utterance extends Serializable {
    /** Reports a named result. */
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

    /** Prints a line on the user's standard output. */
    record Line(String text) implements Utterance {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.line(this);
        }
    }

    /** Reports how much of the work is done. */
    record Progress(long done, long total, String what) implements Utterance {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.progress(this);
        }
    }

    /** Sends bytes to the program that started the run. Used by applications that are part of MOIDE. */
    @SuppressWarnings("ArrayRecordComponent") // utterances are never compared
    record Payload(byte[] bytes) implements Utterance {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.payload(this);
        }
    }

    /** Calls the method of {@code by} for this kind of utterance. */
    void handle(Handler by);

    /** Has one method for each kind of utterance, so that the compiler finds a kind without a handler. */
    interface Handler {
        void result(Result result);

        void line(Line line);

        void progress(Progress progress);

        void payload(Payload payload);
    }
}
