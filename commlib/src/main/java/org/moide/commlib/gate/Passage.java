package org.moide.commlib.gate;

import java.net.Socket;
import java.nio.channels.ByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A connection that has passed another process's gate.
 *
 * @param socket what to read and write: plain, or TLS over {@code wire}; for data {@code wire} itself
 * @param sealed for data: TLS over {@code wire}'s channel, or null if that is plain
 * @param wire what to close: closing it ends everything at once, which closing TLS does not
 * @param guard watches {@code wire}; armed with the deadline of the dial
 * @param payload what the gate told
 */
@SuppressWarnings("ArrayRecordComponent") // bytes, which nobody compares as records
public record Passage(
        Socket socket, Socket wire, @Nullable ByteChannel sealed, DeadlineWatch.Guard guard, byte[] payload) {}
