package org.moide.commlib.collective;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.port.HostMemory;

/**
 * An engine's way to the {@link Hall} of its epoch. The engines open the hall together, in the midst of one of their
 * collectives, after some that were short enough for it: the first engine makes the memory and tells the others its
 * name. If one of them cannot open it, since it is on another host, none uses it.
 *
 * <p><b>Threads.</b> The thread that acts for the engine in its current collective; {@link #hall} may be called by any.
 */
final class HallDoor {
    private static final byte[] NOTHING = {};

    private final HostMemory memory;
    private int asked;
    private volatile @Nullable Hall hall;

    HallDoor(HostMemory memory) {
        this.memory = memory;
    }

    /** Returns the hall; null if it is not open. */
    @Nullable
    Hall hall() {
        return hall;
    }

    /**
     * Returns the hall for a collective that can take place there. Returns null if it takes place by messages. All
     * engines call it in the same collectives.
     */
    @Nullable
    Hall enter(Stage stage) {
        if (memory == HostMemory.NONE || stage.engines() > Hall.MOST_ENGINES) {
            return null;
        }
        if (asked <= memory.worthAfter() && asked++ == memory.worthAfter()) {
            hall = open(stage);
        }
        return hall;
    }

    private @Nullable Hall open(Stage stage) {
        int bytes = Hall.bytes(stage.engines());
        if (stage.engine() > 0) {
            return agree(stage, opened(new Branches(stage, 0).broadcastBytes(NOTHING), stage));
        }
        HostMemory.Piece piece = make(bytes);
        try {
            new Branches(stage, 0).broadcastBytes(piece == null ? NOTHING : ticket(piece));
            return agree(stage, piece == null ? null : new Hall(piece.bytes(), 0, stage.engines()));
        } finally {
            close(piece);
        }
    }

    private HostMemory.@Nullable Piece make(int bytes) {
        try {
            return memory.make(bytes);
        } catch (IOException | UnsupportedOperationException none) {
            return null;
        }
    }

    private static void close(HostMemory.@Nullable Piece piece) {
        try {
            if (piece != null) {
                piece.close();
            }
        } catch (IOException stays) {
            return; // the file has no name and ends with this process
        }
    }

    private static byte[] ticket(HostMemory.Piece piece) {
        byte[] name = piece.name().getBytes(StandardCharsets.UTF_8);
        byte[] token = piece.token();
        return ByteBuffer.allocate(1 + token.length + name.length)
                .put((byte) token.length)
                .put(token)
                .put(name)
                .array();
    }

    private @Nullable Hall opened(byte[] ticket, Stage stage) {
        if (ticket.length < 1 || ticket[0] < 0 || ticket.length <= 1 + ticket[0]) {
            return null;
        }
        byte[] token = Arrays.copyOfRange(ticket, 1, 1 + ticket[0]);
        String name = new String(ticket, 1 + ticket[0], ticket.length - 1 - ticket[0], StandardCharsets.UTF_8);
        try {
            ByteBuffer bytes = memory.open(name, token, Hall.bytes(stage.engines()));
            return new Hall(bytes, stage.engine(), stage.engines());
        } catch (IOException | UnsupportedOperationException onAnotherHost) {
            return null;
        }
    }

    private static @Nullable Hall agree(Stage stage, @Nullable Hall mine) {
        long[] all = {mine == null ? 0 : 1};
        new AllReduce(stage).join(Slice.of(all), Reduction.MINIMUM);
        return all[0] == 0 ? null : mine;
    }
}
