package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;

/**
 * A batch of control messages, in order. A posting may arrive more than once; its sequence number shows that.
 *
 * @param from the sender: an engine's seat, or {@link #COORDINATOR}
 * @param sequence the number of the posting, from 0 on, one more for each posting from one sender to one receiver
 * @param messages the messages in the order in which they were posted
 */
public record Posting<M extends Serializable>(int from, long sequence, List<M> messages) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The coordinator's number as a sender. Engines count from 0. */
    public static final int COORDINATOR = -1;

    public Posting {
        if (from < COORDINATOR || sequence < 0) {
            throw new IllegalArgumentException(
                    "expected a sender from -1 and a sequence from 0 on, found " + from + " and " + sequence);
        }
        messages = List.copyOf(messages);
    }
}
