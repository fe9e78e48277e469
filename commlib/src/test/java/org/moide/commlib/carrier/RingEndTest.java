package org.moide.commlib.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how one end of a ring buffer in shared memory finds out how much room there is. */
class RingEndTest {
    private static final int WRITTEN = 100_000;
    private static final int ROOM = RingMemory.CAPACITY - WRITTEN;

    private final Socket socket; // its other end does not exist, so no ring is sent
    private final RingMemory memory = new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(RingMemory.CAPACITY)));
    private final RingEnd here;
    private final RingEnd there;

    RingEndTest() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            socket = new Socket(listening.getInetAddress(), listening.getLocalPort());
        }
        here = new RingEnd(memory, RingEnd.CALLER, socket);
        there = new RingEnd(memory, RingEnd.ACCEPTOR, socket);
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
    }

    @Test
    void shouldLookForRoomOnlyWhenWhatItKnowsOfIsNotEnough() throws IOException {
        here.put(new byte[WRITTEN], 0, WRITTEN);
        here.show();
        there.take(new byte[WRITTEN], 0, WRITTEN);

        assertThat(here.free(ROOM)).as("by what was seen before").isEqualTo(ROOM);
        assertThat(here.free(ROOM + 1)).as("by a look").isEqualTo(RingMemory.CAPACITY);
        assertThat(here.free(RingMemory.CAPACITY)).as("what was seen then").isEqualTo(RingMemory.CAPACITY);
    }

    @Test
    void shouldKnowOfNoMoreRoomThanThereIsUntilTheOtherEndHasRead() throws IOException {
        here.put(new byte[WRITTEN], 0, WRITTEN);
        here.show();

        assertThat(here.free(RingMemory.CAPACITY)).isEqualTo(ROOM);
    }
}
