package org.moide.commlib.collective;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The data lengths at which collectives change to another algorithm. All engines of a run must have the same lengths;
 * {@code remoteBarrier} fails everywhere if they differ. No length changes a bit of any result.
 *
 * @param threadShareBytes up to this length, of the data of all threads of an engine together, one thread does the
 * work of all
 * @param longReduceBytes allReduce among engines: from this length on, each engine combines a part; below, each
 * combines everything
 * @param segmentBytes allReduce among engines: the length of segments; each is combined as soon as it has arrived; a
 * multiple of 8
 * @param longGatherBytes allGather among engines: from this length on, around a ring if the number of engines is not a
 * power of two
 * @param longBroadcastBytes broadcast among four engines or more: from this length on, in parts that the engines then
 * exchange
 */
public record Tuning(
        int threadShareBytes, int longReduceBytes, int segmentBytes, int longGatherBytes, int longBroadcastBytes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The default lengths. {@code threadShareBytes} is 32 KiB, since copying that takes less time than one more meeting
     * of the threads. {@code longReduceBytes} is 128 KiB: for longer data, sending all of it in every round costs more
     * than twice as many rounds with parts. {@code segmentBytes} is 256 KiB: smaller segments pay the round trip too
     * often, and larger ones are combined as they arrive anyway. {@code longGatherBytes} is 64 KiB: for shorter data,
     * the many steps of a ring cost more than they save. {@code longBroadcastBytes} is 1 MiB: for shorter data, one
     * more round costs as much as it saves.
     */
    public static final Tuning DEFAULT = new Tuning(32 << 10, 128 << 10, 256 << 10, 64 << 10, 1 << 20);

    private static final String COMMENT = "#";

    public Tuning {
        check("threadShareBytes", threadShareBytes, 0);
        check("longReduceBytes", longReduceBytes, 0);
        check("segmentBytes", segmentBytes, Long.BYTES);
        check("longGatherBytes", longGatherBytes, 0);
        check("longBroadcastBytes", longBroadcastBytes, 0);
        if (segmentBytes % Long.BYTES != 0) {
            throw new IllegalArgumentException("segmentBytes: expected a multiple of 8, found " + segmentBytes);
        }
    }

    private static void check(String name, int found, int least) {
        if (found < least) {
            throw new IllegalArgumentException(name + ": expected " + least + " or more, found " + found);
        }
    }

    /** Returns the lengths as text, one line {@code name = number} each, which {@link #parse} reads. */
    public String print() {
        StringBuilder text = new StringBuilder(COMMENT + " from which lengths on collectives take another way\n");
        values().forEach((name, bytes) ->
                text.append(name).append(" = ").append(bytes).append('\n'));
        return text.toString();
    }

    /** Returns the lengths by name, in the order of {@link #print}. */
    public Map<String, Integer> values() {
        Map<String, Integer> values = new LinkedHashMap<>();
        values.put("threadShareBytes", threadShareBytes);
        values.put("longReduceBytes", longReduceBytes);
        values.put("segmentBytes", segmentBytes);
        values.put("longGatherBytes", longGatherBytes);
        values.put("longBroadcastBytes", longBroadcastBytes);
        return values;
    }

    /**
     * Reads lengths from the text that {@link #print} writes, or that a user wrote. A missing line stands for the
     * default. Empty lines and lines that begin with # are ignored.
     *
     * @throws IllegalArgumentException that names the line
     */
    public static Tuning parse(String text) {
        Map<String, Integer> values = DEFAULT.values();
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            number++;
            if (line.isEmpty() || line.startsWith(COMMENT)) {
                continue;
            }
            int at = line.indexOf('=');
            String name = at < 0 ? line : line.substring(0, at).strip();
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException("collectives' profile, line " + number + ": expected one of "
                        + values.keySet() + " = a number of bytes, found \"" + line + "\"");
            }
            values.put(name, bytes(at < 0 ? "" : line.substring(at + 1).strip(), number, name));
            check(values, number);
        }
        return of(values);
    }

    private static void check(Map<String, Integer> values, int line) {
        try {
            of(values);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("collectives' profile, line " + line + ": " + wrong.getMessage(), wrong);
        }
    }

    private static Tuning of(Map<String, Integer> values) {
        int[] all = values.values().stream().mapToInt(Integer::intValue).toArray();
        return new Tuning(all[0], all[1], all[2], all[3], all[4]);
    }

    private static int bytes(String found, int line, String name) {
        try {
            return Integer.parseInt(found);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(
                    "collectives' profile, line " + line + ": expected a number of bytes from 0 to " + Integer.MAX_VALUE
                            + " for " + name + ", found \"" + found + "\"",
                    wrong);
        }
    }
}
