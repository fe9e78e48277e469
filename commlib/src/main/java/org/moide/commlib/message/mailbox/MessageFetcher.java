package org.moide.commlib.message.mailbox;

import org.moide.commlib.message.Destination;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.SenderLeftException;

/**
 * Fetches the data of mailbox messages that is still with another engine, and decodes objects. With this interface, the
 * messages in mailboxes do not depend on links. Called by the receiving thread.
 */
public interface MessageFetcher {
    /**
     * Fetches an announced message into {@code destination} and lets its sender go on. Blocks until all data has
     * arrived.
     *
     * @throws SenderLeftException if the sender no longer waits
     */
    void pull(int sender, long messageId, Destination destination, Endpoint receiver);

    /** Tells the sender of an announced message that the message will not be fetched, and why. */
    void refuse(int sender, long messageId, String complaint, Endpoint receiver);

    /** Decodes an object. */
    Object decode(byte[] encoded, Endpoint receiver);
}
