package org.moide.commlib.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.channel.Frame;

/** The conversion of envelopes and acknowledgements to and from the frames of a channel, one frame each. */
public final class EnvelopeFrames {
    /**
     * The kind of frame that tells which engine opened the channel: sequence is the epoch, sender the engine, note its
     * incarnation.
     */
    public static final byte HELLO = 1;
    /**
     * The kind of frame that acknowledges envelopes: sequence is the number after the last envelope that has arrived,
     * the payload the backlogs.
     */
    public static final byte ACKNOWLEDGEMENT = 2;

    /** The kind of frame that requests the data of an announced message; note is the message's number. */
    public static final byte PULL = 3;
    /**
     * The kind of frame that carries a piece of the data that a {@link #PULL} frame has requested: sequence is the
     * first byte's position, tag the number of bytes, note the message's number.
     */
    public static final byte DATA = 4;
    /**
     * The kind of frame that says that the data requested by a {@link #PULL} frame no longer exists; note is the
     * message's number.
     */
    public static final byte GONE = 5;

    private static final byte EAGER = 6;
    private static final byte ANNOUNCE = 7;
    private static final byte TAKEN = 8;
    private static final byte COLLECTIVE_FAILED = 9;

    /**
     * The kind of frame that asks whether the link still works. The other side answers with {@link #HOLDS}, even while
     * its threads compute.
     */
    public static final byte PROBE = 10;

    /** The kind of frame that answers a {@link #PROBE}: the link works. */
    public static final byte HOLDS = 11;

    private static final int BACKLOG_BYTES = 2 * Integer.BYTES + Long.BYTES;

    private EnvelopeFrames() {}

    public static Frame encode(Envelope outer, long sequence) {
        Envelope envelope = outer.message();
        int context = outer.context();
        if (envelope instanceof Envelope.Eager eager) {
            return new Frame(
                    EAGER,
                    eager.content().code(),
                    sequence,
                    context,
                    eager.sender(),
                    eager.receiver(),
                    eager.tag(),
                    eager.note(),
                    eager.bytes());
        } else if (envelope instanceof Envelope.Announce announce) {
            byte[] payload = ByteBuffer.allocate(2 * Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(announce.bytes())
                    .putLong(announce.messageId())
                    .array();
            return new Frame(
                    ANNOUNCE,
                    announce.content().code(),
                    sequence,
                    context,
                    announce.sender(),
                    announce.receiver(),
                    announce.tag(),
                    announce.note(),
                    payload);
        } else if (envelope instanceof Envelope.Taken taken) {
            String complaint = taken.complaint();
            byte[] why = complaint == null ? new byte[0] : complaint.getBytes(StandardCharsets.UTF_8);
            return new Frame(
                    TAKEN, (byte) (complaint == null ? 0 : 1), sequence, context, 0, 0, 0, taken.messageId(), why);
        } else if (envelope instanceof Envelope.CollectiveFailed failed) {
            byte[] why = failed.why().getBytes(StandardCharsets.UTF_8);
            return new Frame(COLLECTIVE_FAILED, (byte) (failed.usage() ? 1 : 0), sequence, context, 0, 0, 0, 0, why);
        }
        throw new IllegalArgumentException("expected an envelope that travels by itself, found " + envelope);
    }

    /** Returns the envelope in a frame; throws if the frame is of another kind. */
    public static Envelope decode(Frame frame) throws IOException {
        Envelope envelope = switch (frame.kind()) {
            case EAGER ->
                new Envelope.Eager(
                        frame.sender(),
                        frame.receiver(),
                        frame.tag(),
                        frame.note(),
                        Content.ofCode(frame.content()),
                        frame.payload());
            case ANNOUNCE -> announce(frame);
            case TAKEN ->
                new Envelope.Taken(
                        frame.note(),
                        frame.content() == 0 ? null : new String(frame.payload(), StandardCharsets.UTF_8));
            case COLLECTIVE_FAILED ->
                new Envelope.CollectiveFailed(
                        frame.content() == 1, new String(frame.payload(), StandardCharsets.UTF_8));
            default -> throw new IOException("expected an envelope, found a frame of kind " + frame.kind());
        };
        return frame.context() == 0 ? envelope : new Envelope.InContext(frame.context(), envelope);
    }

    private static Envelope announce(Frame frame) throws IOException {
        ByteBuffer in = payload(frame, 2 * Long.BYTES);
        return new Envelope.Announce(
                frame.sender(),
                frame.receiver(),
                frame.tag(),
                frame.note(),
                Content.ofCode(frame.content()),
                in.getLong(),
                in.getLong());
    }

    private static ByteBuffer payload(Frame frame, int bytes) throws IOException {
        if (frame.payload().length != bytes) {
            throw new IOException("expected " + bytes + " bytes, found " + frame.payload().length);
        }
        return ByteBuffer.wrap(frame.payload()).order(ByteOrder.LITTLE_ENDIAN);
    }

    public static Frame data(long messageId, long offsetBytes, int bytes) {
        return new Frame(DATA, (byte) 0, offsetBytes, 0, 0, 0, bytes, messageId, new byte[0]);
    }

    public static Frame acknowledge(long nextSequence, List<Acknowledgement.Backlog> backlogs) {
        ByteBuffer payload =
                ByteBuffer.allocate(backlogs.size() * BACKLOG_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (Acknowledgement.Backlog backlog : backlogs) {
            payload.putInt(backlog.sender()).putInt(backlog.receiver()).putLong(backlog.bytes());
        }
        return new Frame(ACKNOWLEDGEMENT, (byte) 0, nextSequence, 0, 0, 0, 0, 0, payload.array());
    }

    public static List<Acknowledgement.Backlog> backlogs(Frame acknowledgement) {
        ByteBuffer in = ByteBuffer.wrap(acknowledgement.payload()).order(ByteOrder.LITTLE_ENDIAN);
        List<Acknowledgement.Backlog> backlogs = new ArrayList<>();
        while (in.remaining() >= BACKLOG_BYTES) {
            backlogs.add(new Acknowledgement.Backlog(in.getInt(), in.getInt(), in.getLong()));
        }
        return backlogs;
    }
}
