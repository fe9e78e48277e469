package org.moide.commlib.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.DataConnection.Attention;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.Loop;

/**
 * The channels of one engine. Threads that wait look at them themselves, so nothing need be handed from one thread to
 * another; each channel has a thread of its own for when nobody looks, which sleeps until it is rung for.
 *
 * <p>What this engine's threads do decides which other ends have to ring: none while a thread looks; all when some
 * threads sleep and none looks; only those with something urgent when no thread waits.
 *
 * <p><b>Threads.</b> Any, for everything. The counts are guarded by this, and what is said to the other ends follows from
 * them with the lock held, so that it is never older than the counts. No lock is held while channels are read.
 */
public final class Channels implements AutoCloseable {
    /**
     * The time after a look for which sleepers stay away, where the other end would wake a sleeper although a thread
     * looks.
     */
    private static final long STAND_BACK_NANOS = 1_000_000;

    private final ThreadFactory threads;
    private final Signal.Factory signals;
    private final List<Reader> readers = new ArrayList<>();
    private volatile Channel[] channels = {};
    /** Whether all other ends ask when to ring. */
    private volatile boolean allHeed;

    private volatile int looking;
    private volatile int sleeping;
    private volatile int looks;
    private volatile boolean closed;

    /**
     * Creates an empty set of channels.
     *
     * @param signals makes the signals on which the channels' own threads wait
     */
    public Channels(ThreadFactory threads, Signal.Factory signals) {
        this.threads = threads;
        this.signals = signals;
    }

    /** Adds a channel and starts its thread. */
    public synchronized void add(Channel channel, String threadName) {
        if (closed) {
            channel.close();
            return;
        }
        forgetBroken();
        List<Channel> more = new ArrayList<>(List.of(channels));
        more.add(channel);
        channels = more.toArray(Channel[]::new);
        allHeed = more.stream().allMatch(each -> each.connection().heedsAttention());
        Reader reader = new Reader(channel);
        readers.add(reader);
        channel.ownThread(reader::wake);
        reader.start(threadName);
    }

    private void forgetBroken() {
        readers.removeIf(reader -> reader.channel.broken());
        channels = readers.stream().map(reader -> reader.channel).toArray(Channel[]::new);
    }

    /** Reads whatever has come over any channel; returns whether something has. Does not block. */
    public boolean look() {
        boolean any = false;
        for (Channel channel : channels) {
            any |= channel.poll();
        }
        return any;
    }

    /** Sends what was written to any channel: the calling thread is about to wait, perhaps for an answer to it. */
    private void publish() {
        for (Channel channel : channels) {
            channel.publishNow();
        }
    }

    /**
     * Returns whether threads may look for a moment without {@link #beginLooking}: no other end would ring for what
     * they wait for, since nobody sleeps here. To announce each short wait costs as much as a message.
     */
    boolean quiet() {
        return allHeed && sleeping == 0;
    }

    /** The calling thread will {@link #look} again and again. */
    public void beginLooking() {
        publish();
        synchronized (this) {
            looks++;
            looking++;
            if (looking == 1) {
                sayAll();
            }
        }
    }

    /** Ends {@link #beginLooking}. */
    public void endLooking() {
        boolean last;
        boolean othersSleep;
        synchronized (this) {
            looking--;
            last = looking == 0;
            othersSleep = sleeping > 0;
            if (last) {
                sayAll();
            }
        }
        if (last) {
            lookBeforeLeaving();
        }
        if (last && othersSleep) {
            ringNow();
        }
    }

    /** The calling thread will look no more, but waits for something to come. */
    public void beginSleeping() {
        publish();
        boolean first;
        synchronized (this) {
            sleeping++;
            first = sleeping == 1 && looking == 0;
            if (first) {
                sayAll();
                readers.forEach(Reader::come);
            }
        }
        lookBeforeLeaving();
        ringNow();
    }

    /** Reads what came before the other ends knew that they have to ring. */
    private void lookBeforeLeaving() {
        for (Channel channel : channels) {
            channel.pollBeforeLeaving();
        }
    }

    private void ringNow() {
        for (Channel channel : channels) {
            channel.ringNow();
        }
    }

    /** Ends {@link #beginSleeping}. */
    public synchronized void endSleeping() {
        sleeping--;
        if (sleeping == 0 && looking == 0) {
            sayAll();
        }
    }

    private void sayAll() {
        Attention wanted = wanted();
        for (Channel channel : channels) {
            channel.connection().attention(wanted);
        }
    }

    private synchronized void say(Channel channel) {
        channel.connection().attention(wanted());
    }

    private Attention wanted() {
        if (looking > 0) {
            return Attention.LOOKING;
        }
        return sleeping > 0 ? Attention.ASLEEP : Attention.BUSY;
    }

    /** Closes all channels; their threads end soon. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Reader reader : readers) {
            reader.channel.close();
            reader.wake();
        }
    }

    /** Reads one channel while nobody looks. */
    private final class Reader implements Runnable {
        private final Channel channel;
        private final Signal back = signals.create();
        private volatile boolean called;

        Reader(Channel channel) {
            this.channel = channel;
        }

        /** Called with the lock held. */
        void start(String name) {
            Thread thread = threads.newThread(Loop.lasting(this));
            thread.setName(name);
            try {
                thread.start();
            } catch (Error noThread) {
                channel.close(); // the other end sees it, and comes again
                throw noThread;
            }
        }

        /** Ends standing back. */
        void come() {
            called = true;
            back.raise();
        }

        /** Raises the signal, and also ends the sleep of the channels' own threads. */
        void wake() {
            come();
            channel.connection().wake();
        }

        @Override
        public void run() {
            if (channel.connection().heedsAttention()) {
                listen();
            } else {
                attend();
            }
        }

        private void listen() {
            while (!channel.broken()) {
                say(channel);
                channel.pollFirmly();
                if (!channel.broken()) {
                    channel.sleep();
                }
            }
        }

        /** Stands back while others look, and for a while after; else reads, and sleeps until something comes. */
        private void attend() {
            int seen = looks - 1;
            while (!channel.broken()) {
                boolean watched = looking > 0;
                boolean nobodySleeps = sleeping == 0;
                int now = looks;
                // A thread that is about to sleep at the connection must not promise to come again.
                boolean toPublish = channel.publishOverdue(watched || nobodySleeps);
                boolean away = watched || (nobodySleeps && (now != seen || toPublish));
                seen = now;
                if (away) {
                    channel.poll();
                    standBack(toPublish ? FrameWriter.LONGEST_NANOS : STAND_BACK_NANOS);
                } else {
                    channel.pollFirmly();
                    if (!channel.broken()) {
                        channel.sleep();
                    }
                }
            }
        }

        /** Waits, at most this long, until it is called. */
        private void standBack(long nanos) {
            try {
                back.sleep(() -> called, nanos);
            } catch (InterruptedException interrupt) {
                // Only the channel's end ends this thread: others rely on it.
            }
            called = false;
        }
    }
}
