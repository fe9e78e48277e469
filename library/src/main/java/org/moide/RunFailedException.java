package org.moide;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run did not come to its end: the application threw, or there was nobody to compute, or nobody left. */
public final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> notes;

    RunFailedException(String message, List<String> notes, @Nullable Throwable cause) {
        super(message, cause);
        this.notes = List.copyOf(notes);
    }

    /**
     * The notes: all that was said of the run that is no result. What the application threw is there with its stack
     * trace, and, as far as it can be read from that, as {@link #getCause}.
     */
    public List<String> notes() {
        return notes == null ? List.of() : notes; // it may have been serialized
    }
}
