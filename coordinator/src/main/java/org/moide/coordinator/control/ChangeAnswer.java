package org.moide.coordinator.control;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The coordinator's reply to a {@link ChangeOrder}.
 *
 * @param done whether the whole change was made
 * @param lines the outcome in lines for the user
 */
public record ChangeAnswer(boolean done, List<String> lines) implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    public ChangeAnswer {
        lines = List.copyOf(lines);
    }

    /** Returns the reply to a change that cannot be made. */
    public static ChangeAnswer refused(String why) {
        return new ChangeAnswer(false, List.of(why));
    }
}
