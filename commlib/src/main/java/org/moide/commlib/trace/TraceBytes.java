package org.moide.commlib.trace;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The encoding of events, some 12 bytes for each: a time as the difference from the previous one, a name as its index
 * in a list.
 */
public final class TraceBytes {
    /** The greatest number of bytes that an encoded event takes, with a new name. */
    private static final int LONGEST = 160;

    private static final int MOST_NAME = 64;
    private static final int MOST_NAMES = 255;
    private static final int MOST_THREADS = 1 << 16;
    private static final int BITS = 7;
    private static final int LOW = 0x7f;

    private TraceBytes() {}

    /** The encoder of events. One thread uses it. */
    static final class Writer {
        private final int mostBytes;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);
        private final Map<String, Integer> names = new HashMap<>();
        private long beforeNanos;

        Writer(int mostBytes) {
            this.mostBytes = mostBytes;
        }

        /** Adds an event; returns false if there is no room for it. */
        boolean add(TraceEvent event) {
            if (bytes.size() + LONGEST > mostBytes || names.size() == MOST_NAMES) {
                return false;
            }
            try {
                out.writeByte(
                        switch (event.kind()) {
                            case SLICE -> 0;
                            case SENT -> 1;
                            case RECEIVED -> 2;
                        });
                number(event.thread());
                String name = event.name().length() <= MOST_NAME
                        ? event.name()
                        : event.name().substring(0, MOST_NAME);
                Integer place = names.get(name);
                if (place == null) {
                    out.writeByte(names.size());
                    out.writeUTF(name);
                    names.put(name, names.size());
                } else {
                    out.writeByte(place);
                }
                long delta = event.startNanos() - beforeNanos;
                number((delta << 1) ^ (delta >> (Long.SIZE - 1)));
                beforeNanos = event.startNanos();
                number(event.nanos());
                number(event.peer() + 1L);
                number(event.count());
                return true;
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        private void number(long value) throws IOException {
            long rest = value;
            while ((rest & ~LOW) != 0) {
                out.writeByte((int) ((rest & LOW) | (LOW + 1)));
                rest >>>= BITS;
            }
            out.writeByte((int) rest);
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }

    /**
     * Decodes events of another process.
     *
     * @throws IOException if the bytes are not events
     */
    public static List<TraceEvent> read(byte[] bytes) throws IOException {
        ByteArrayInputStream left = new ByteArrayInputStream(bytes);
        DataInputStream in = new DataInputStream(left);
        List<TraceEvent> events = new ArrayList<>();
        List<String> names = new ArrayList<>();
        long beforeNanos = 0;
        while (left.available() > 0) {
            TraceEvent.Kind kind = switch (in.readByte()) {
                case 0 -> TraceEvent.Kind.SLICE;
                case 1 -> TraceEvent.Kind.SENT;
                case 2 -> TraceEvent.Kind.RECEIVED;
                default -> throw new IOException("expected a kind from 0 to 2");
            };
            long thread = number(in);
            int place = in.readUnsignedByte();
            if (place == names.size()) {
                names.add(in.readUTF());
            }
            long zigzag = number(in);
            beforeNanos += (zigzag >>> 1) ^ -(zigzag & 1);
            long nanos = number(in);
            long peer = number(in) - 1;
            long count = number(in);
            boolean fits = thread >= 0 && thread < MOST_THREADS && place < names.size() && peer == (int) peer;
            if (!fits || (kind == TraceEvent.Kind.SLICE && nanos < 0)) {
                throw new IOException("expected an event of a thread, found thread " + thread + ", name " + place + ", "
                        + nanos + " ns, engine " + peer);
            }
            events.add(new TraceEvent(kind, (int) thread, names.get(place), beforeNanos, nanos, (int) peer, count));
        }
        return events;
    }

    private static long number(DataInputStream in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            int next = in.readUnsignedByte();
            value |= (long) (next & LOW) << shift;
            if (next <= LOW) {
                return value;
            }
        }
        throw new IOException("expected a number of 10 bytes at most");
    }
}
