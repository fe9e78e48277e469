package org.moide.commlib.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.DataConnection.Attention;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.Loop;

/**
 * The channels of one engine. Threads that wait for messages poll the channels themselves, so no message passes from
 * one thread to another. Each channel also has a thread of its own, which sleeps until the peer wakes it ("rings") and
 * reads when no other thread polls.
 *
 * <p>The state of this engine's threads decides when its peers must ring: never while a thread polls; always when
 * threads sleep and none polls; only for urgent frames when no thread waits.
 *
 * <p><b>Threads.</b> Any thread may call any method. The counts are guarded by this object. The states are announced
 * to the peers with the lock held, so that an announcement is never older than the counts. No lock is held while
 * channels are read.
 */
public final class Channels implements AutoCloseable {
    /**
     * How long a channel's own thread, when woken, leaves the reading to another thread that polls or has just polled.
     * This matters with a peer that wakes this engine although one of its threads polls.
     */
    private static final long STAND_BACK_NANOS = 1_000_000;

    private final ThreadFactory threads;
    private final Signal.Factory signals;
    private final List<Reader> readers = new ArrayList<>();
    private volatile Channel[] channels = {};
    /** Whether all peers respect the announced states and ring only when asked to. */
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

    /** Adds a channel and starts its own thread. */
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

    /** Reads the frames that have arrived over any channel, and returns whether there were any. Does not block. */
    public boolean look() {
        boolean any = false;
        for (Channel channel : channels) {
            any |= channel.poll();
        }
        return any;
    }

    /**
     * Sends the frames that were written to any channel. The calling thread is about to wait, perhaps for an answer
     * to one of them.
     */
    private void publish() {
        for (Channel channel : channels) {
            channel.publishNow();
        }
    }

    /**
     * Returns whether threads may poll for a moment without {@link #beginLooking}: no peer would wake this engine,
     * since none of its threads sleeps. So short waits need no announcement, which costs as much as a message.
     */
    boolean quiet() {
        return allHeed && sleeping == 0;
    }

    /** Announces to the peers that the calling thread will call {@link #look} repeatedly. */
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

    /** Announces to the peers that the calling thread stops polling: ends {@link #beginLooking}. */
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

    /** Announces to the peers that the calling thread sleeps until a message arrives, without polling. */
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

    /** Reads the frames that arrived before the peers learned that they must wake this engine. */
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

    /** Announces to the peers that the calling thread sleeps no more: ends {@link #beginSleeping}. */
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

    /** Closes all channels; their own threads end soon. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Reader reader : readers) {
            reader.channel.close();
            reader.wake();
        }
    }

    /** The task of one channel's own thread: it reads the channel when no other thread polls. */
    private final class Reader implements Runnable {
        private final Channel channel;
        private final Signal back = signals.create();
        private volatile boolean called;

        Reader(Channel channel) {
            this.channel = channel;
        }

        void start(String name) {
            Thread thread = threads.newThread(Loop.lasting(this));
            thread.setName(name);
            try {
                thread.start();
            } catch (Error noThread) {
                channel.close(); // the peer sees the closed connection and connects again
                throw noThread;
            }
        }

        /** Makes this thread read its channel now, even if it waits in {@link #standBack}. */
        void come() {
            called = true;
            back.raise();
        }

        /** Wakes this thread, whether it waits in {@link #standBack} or sleeps at the connection. */
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

        /**
         * Until the channel is broken, repeatedly reads it and sleeps until data arrives. Leaves the reading to other
         * threads while they poll, and for a while after.
         */
        private void attend() {
            int seen = looks - 1;
            while (!channel.broken()) {
                boolean watched = looking > 0;
                boolean nobodySleeps = sleeping == 0;
                int now = looks;
                // If this thread is about to sleep at the connection, it must not promise to publish.
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

        /** Waits until {@link #come} is called, for at most {@code nanos}. */
        private void standBack(long nanos) {
            try {
                back.sleep(() -> called, nanos);
            } catch (InterruptedException interrupt) {
                // Only the end of the channel ends this thread, since other threads rely on it.
            }
            called = false;
        }
    }
}
