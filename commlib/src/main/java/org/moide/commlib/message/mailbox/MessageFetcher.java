package org.moide.commlib.message.mailbox;

import org.moide.commlib.message.Destination;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.SenderLeftException;

/**
 * Brings in the data of messages in a mailbox that is still with another engine, and makes objects out of bytes. A
 * message knows no link: what has links implements this. Called by the thread that receives.
 */
public interface MessageFetcher {
    /**
     * Fetches all of an announced message into {@code destination} and lets its sender go on. Blocks until it is there.
     *
     * @throws SenderLeftException if the sender no longer waits
     */
    void pull(int sender, long messageId, Destination destination, Endpoint receiver);

    /** Tells the sender of an announced message that it will not be fetched, and why. */
    void refuse(int sender, long messageId, String complaint, Endpoint receiver);

    /** The object in these bytes. */
    Object decode(byte[] encoded, Endpoint receiver);
}
