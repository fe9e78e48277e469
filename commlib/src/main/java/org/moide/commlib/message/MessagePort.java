package org.moide.commlib.message;

/**
 * An engine's receiving end, a distributed object: every engine exports one per epoch and the others' compute threads
 * call it. Both methods may be repeated with the same argument without harm, so a caller whose answer was lost calls
 * again.
 *
 * <p><b>Threads.</b> Called by threads of the {@link org.moide.commlib.port.ObjectSpace}, several at once. Neither method
 * waits for anything, runs application code or decodes application objects. The caller blocks until the answer is there.
 */
public interface MessagePort {
    /** The name under which an engine exports its port. */
    String NAME = "messages";

    /** Puts envelopes into the mailboxes of this engine's threads, in order; what came before is dropped. */
    Acknowledgement deliver(Batch batch);

    /** Reads a piece of a long message that this engine announced and whose sender waits. */
    Chunk fetch(ChunkRequest request);
}
