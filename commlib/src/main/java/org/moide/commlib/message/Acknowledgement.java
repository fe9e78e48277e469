package org.moide.commlib.message;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * The answer to a {@link Batch}.
 *
 * @param nextSequence the number of the first envelope that the receiver has not got; only where accepted
 * @param backlogs the pairs of IDs in the batch that have much unreceived, for the senders' credit
 * @param explanation why not, empty where accepted
 */
public record Acknowledgement(Verdict verdict, long nextSequence, List<Backlog> backlogs, String explanation)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public Acknowledgement {
        Objects.requireNonNull(verdict, "verdict");
        backlogs = List.copyOf(backlogs);
        Objects.requireNonNull(explanation, "explanation");
    }

    /** The bytes that one ID has sent to another and that wait in the mailbox. A pair that is not listed has little. */
    public record Backlog(int sender, int receiver, long bytes) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
