package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/**
 * A random program in which every message is numbered within its sender, receiver and tag, so that its receiver
 * notices a lost, duplicated or reordered message. All IDs go through the same steps, so there is no circular wait.
 */
final class RandomTalk {
    private static final int STEPS = 25;
    private static final int TAGS = 3;
    private static final int LONGEST = 400;

    private final List<Step> steps = new ArrayList<>();
    private final Set<Stream> streams = new LinkedHashSet<>();
    private final int count;

    private record Stream(int from, int to, int tag) {}

    /** A step of all IDs; each ID does its own part. */
    @FunctionalInterface
    private interface Step {
        void take(CommLib comm, Numbers numbers);
    }

    /** The number of messages that this ID has sent or received so far, for each sender, receiver and tag. */
    private static final class Numbers {
        private final Map<Stream, Integer> next = new HashMap<>();

        int take(Stream stream) {
            return next.merge(stream, 1, Integer::sum);
        }
    }

    /**
     * Draws a random program from a seed.
     *
     * @param surelyEager the greatest length in ints of messages that never wait for their receiver, even three at the
     *     same time; -1 if every message may wait
     */
    RandomTalk(long seed, int count, int surelyEager) {
        this.count = count;
        RandomGenerator random = new SplittableRandom(seed);
        for (int step = 0; step < STEPS; step++) {
            int one = random.nextInt(count);
            int other = random.nextInt(count);
            Stream stream = new Stream(one, other, random.nextInt(TAGS));
            int length = random.nextInt(1 + random.nextInt(LONGEST));
            switch (random.nextInt(8)) {
                case 0, 1 -> burst(stream, 1 + random.nextInt(6), length);
                case 2 -> text(stream, length);
                case 3, 4 -> exchange(one, other, stream.tag(), length);
                case 5 -> shuffled(one, other, Math.min(length, surelyEager), random.nextLong());
                case 6 -> reduce(step, length);
                default -> steps.add((comm, numbers) -> comm.remoteBarrier());
            }
        }
        for (Stream stream : List.copyOf(streams)) {
            burst(stream, 1, 1); // a duplicate would be noticed here
        }
    }

    void run(CommLib comm) {
        run(comm, steps.size(), steps.size());
    }

    int steps() {
        return steps.size();
    }

    /**
     * Runs the program like {@link #run(CommLib)}, but with a defect at this ID, so that it may never end.
     *
     * @param leaveOut the step that the ID leaves out
     * @param until the step before which the ID returns
     */
    void run(CommLib comm, int leaveOut, int until) {
        Numbers numbers = new Numbers();
        for (int step = 0; step < until; step++) {
            if (step != leaveOut) {
                steps.get(step).take(comm, numbers);
            }
        }
    }

    private void burst(Stream stream, int messages, int length) {
        if (stream.from() == stream.to()) {
            return;
        }
        streams.add(stream);
        for (int message = 0; message < messages; message++) {
            steps.add((comm, numbers) -> {
                if (comm.id() == stream.from()) {
                    send(comm, stream, length, numbers);
                } else if (comm.id() == stream.to()) {
                    receive(comm, stream, length, numbers);
                }
            });
        }
    }

    private static void send(CommLib comm, Stream stream, int length, Numbers numbers) {
        int[] data = contents(stream, length, numbers.take(stream));
        comm.send(stream.to(), stream.tag(), data);
        Arrays.fill(data, -1); // the sender may reuse its array
    }

    private static void receive(CommLib comm, Stream stream, int length, Numbers numbers) {
        int[] data = new int[length + 1];
        assertThat(comm.receive(stream.from(), stream.tag(), data)).isEqualTo(length + 1);
        assertThat(data).as("message of %s", stream).isEqualTo(contents(stream, length, numbers.take(stream)));
    }

    private static int[] contents(Stream stream, int length, int number) {
        int[] data = new int[length + 1];
        Arrays.setAll(data, i -> stream.hashCode() * 31 + number * 1_000_003 + i);
        return data;
    }

    private void text(Stream stream, int length) {
        if (stream.from() == stream.to()) {
            return;
        }
        streams.add(stream);
        steps.add((comm, numbers) -> {
            if (comm.id() == stream.from()) {
                comm.send(stream.to(), stream.tag(), stream + "x".repeat(length) + numbers.take(stream));
            } else if (comm.id() == stream.to()) {
                assertThat(comm.receive(stream.from(), stream.tag(), String.class))
                        .isEqualTo(stream + "x".repeat(length) + numbers.take(stream));
            }
        });
    }

    private void exchange(int one, int other, int tag, int length) {
        if (one == other) {
            return;
        }
        Stream there = new Stream(one, other, tag);
        Stream back = new Stream(other, one, tag);
        streams.add(there);
        streams.add(back);
        steps.add((comm, numbers) -> {
            if (comm.id() == one || comm.id() == other) {
                Stream out = comm.id() == one ? there : back;
                Stream in = comm.id() == one ? back : there;
                int[] received = new int[length + 1];
                comm.exchange(out.to(), tag, Slice.of(contents(out, length, numbers.take(out))), Slice.of(received));
                assertThat(received).as("exchanged, %s", in).isEqualTo(contents(in, length, numbers.take(in)));
            }
        });
    }

    /** Adds a step in which messages with different tags are received in another order than they were sent. */
    private void shuffled(int one, int other, int length, long seed) {
        if (one == other || length < 0) {
            return;
        }
        List<Stream> sent = new ArrayList<>();
        for (int tag = 0; tag < TAGS; tag++) {
            sent.add(new Stream(one, other, tag));
        }
        streams.addAll(sent);
        List<Stream> received = new ArrayList<>(sent);
        Collections.shuffle(received, new Random(seed));
        steps.add((comm, numbers) -> {
            if (comm.id() == one) {
                sent.forEach(stream -> send(comm, stream, length, numbers));
            } else if (comm.id() == other) {
                received.forEach(stream -> receive(comm, stream, length, numbers));
            }
        });
    }

    private void reduce(int step, int length) {
        steps.add((comm, numbers) -> {
            int[] data = new int[length];
            Arrays.fill(data, comm.id() + step);
            comm.allReduce(Slice.of(data), Reduction.SUM);
            int[] expected = new int[length];
            Arrays.fill(expected, count * (count - 1) / 2 + count * step);
            assertThat(data).as("reduced in step %s", step).isEqualTo(expected);
        });
    }
}
