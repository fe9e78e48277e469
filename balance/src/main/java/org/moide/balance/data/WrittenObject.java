package org.moide.balance.data;

import java.io.Serializable;

/**
 * A data object that a task has written: from the writing engine it goes to the root under a number of that engine's, and it is
 * an object of the run once the root has accepted the loan of that task. So what a void loan wrote never counts.
 *
 * @param id chosen by the application
 * @param writer the engine's number
 * @param number from 1, each once for an engine
 * @param bytes how large it is
 */
public record WrittenObject(long id, int writer, long number, long bytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A loan whose tasks have written so many is returned: more would not fit into its message. */
    public static final int MOST_IN_A_LOAN = 8_192;

    public WrittenObject {
        if (id < 0 || writer < 0 || number < 1 || bytes < 0) {
            throw new IllegalArgumentException(
                    "expected a data object, an engine and a size from 0 on and a number from 1" + " on, found object "
                            + id + " of engine " + writer + ", number " + number + ", " + bytes + " bytes");
        }
    }
}
