package org.moide.commlib.message;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * The answer to a {@link Batch}.
 *
 * @param nextSequence the number of the first envelope that the receiver does not have; valid only if accepted
 * @param backlogs the pairs of IDs in the batch with many unreceived bytes, for the senders' credit
 * @param explanation the reason of a refusal; empty if accepted
 */
public record Acknowledgement(Verdict verdict, long nextSequence, List<Backlog> backlogs, String explanation)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public Acknowledgement {
        Objects.requireNonNull(verdict, "verdict");
        backlogs = List.copyOf(backlogs);
        Objects.requireNonNull(explanation, "explanation");
    }

    /** The bytes that one ID has sent to another and that wait in the mailbox. Pairs with few bytes are not listed. */
    public record Backlog(int sender, int receiver, long bytes) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
