package org.moide.commlib.rmi;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The remote interface of the object that these tests export. */
public interface Greeter {
    String greet(String name);

    int add(int left, long right);

    void nothing();

    byte[] reverse(byte[] bytes);

    List<Word> words(List<Word> words, @Nullable Word last);

    void fail(String message);

    /** Returns after this many milliseconds. */
    void await(long millis);

    Object echo(Object value);

    /** A record as the argument of a call. */
    @SuppressWarnings("ArrayRecordComponent") // no code compares the records
    record Word(String text, int count, Kind kind, long[] places) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** An enum as a component of a record in a call. */
    enum Kind {
        NOUN,
        VERB
    }
}
