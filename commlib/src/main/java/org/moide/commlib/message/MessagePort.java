package org.moide.commlib.message;

/**
 * The receiving end of an engine's messages, a distributed object. Every engine exports one in each epoch, and the
 * compute threads of other engines call it. Both methods may be repeated with the same argument without harm, so a
 * caller that lost the answer calls again.
 *
 * <p><b>Threads.</b> Threads of the {@link org.moide.commlib.port.ObjectSpace} run the methods, several at once.
 * Neither method waits, runs application code or decodes application objects. The caller blocks until it has the
 * answer.
 */
public interface MessagePort {
    /** The name under which an engine exports its {@code MessagePort}. */
    String NAME = "messages";

    /**
     * Puts envelopes into the mailboxes of this engine's threads, in order. It drops envelopes that it has received
     * before.
     */
    Acknowledgement deliver(Batch batch);

    /** Reads a piece of a long message that this engine announced and whose sender still waits. */
    Chunk fetch(ChunkRequest request);
}
