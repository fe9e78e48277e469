package org.moide.command.serve;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;
import org.moide.commlib.wire.ByteReader;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.run.EndWish;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.engine.host.ExitCall;

/**
 * Runs applications for a program at the other end of two streams, several at the same time in a thread each. When the
 * program ends, closes its stream or sends a malformed message, all runs are ended and the server ends.
 */
public final class RunServer {
    /** The seconds that runs get to end their engines after the program has gone. */
    private static final long END_SECONDS = 8;

    private final DataInputStream in;
    private final DataOutputStream out; // guarded by itself
    private final Runner runner;
    private final FaultHandler unsaid;
    private final ExecutorService runs = Executors.newCachedThreadPool(work -> new Thread(work, "library-run"));
    private final Map<Integer, Running> running = new ConcurrentHashMap<>();

    /** A run that is under way. Thread-safe. */
    private static final class Running {
        private final EndWish end = new EndWish();
        private @Nullable CallQueue calls; // guarded by this

        /**
         * Returns the queue of the program's calls. Creates it at the first use, since most runs belong to no executor
         * and need none.
         */
        synchronized CallQueue calls() {
            CallQueue made = calls;
            if (made == null) {
                made = new CallQueue();
                calls = made;
            }
            return made;
        }

        /** Ends the queue of calls; returns whether there was one. */
        synchronized boolean over() {
            CallQueue made = calls;
            if (made != null) {
                made.close();
            }
            return made != null;
        }
    }

    @FunctionalInterface
    public interface Runner {
        /**
         * Runs a command to its end. First passes {@code told} an action that ends the run early. May report the
         * {@linkplain Told#ended end} before the cleanup, so that the program can continue.
         *
         * @param words the arguments of the command
         * @return the command's exit code
         */
        int run(List<String> words, Told told);
    }

    /** Receives a run's output for the program. Thread-safe. */
    public interface Told {
        /** Sets the action that ends the run. The action may be executed by any thread at any time. */
        void endsBy(Runnable how);

        /** Returns the connection through which calls of the program's executor reach the run. */
        ProgramLink program();

        void line(String line);

        void note(String line);

        void progress(Progress progress);

        void report(String json, Map<String, Object> values);

        /** Reports the run's exit code to the program, which then waits for no further output. Called at most once. */
        void ended(int code);
    }

    /**
     * Creates the server.
     *
     * @param unsaid called when answers can no longer reach the program. It must end this process; the program notices
     *     that and starts another one
     */
    public RunServer(DataInputStream in, DataOutputStream out, Runner runner, FaultHandler unsaid) {
        this.unsaid = unsaid;
        this.in = in;
        this.out = out;
        this.runner = runner;
    }

    /** Serves until the program has gone and all runs have ended. Called by one thread. */
    public void serve() throws InterruptedException {
        try {
            for (RunFrame frame = RunFrame.read(in); frame != null; frame = RunFrame.read(in)) {
                heard(frame);
            }
        } catch (IOException gone) {
            // The program has gone or sends malformed frames.
        }
        running.values().forEach(run -> run.end.end());
        runs.shutdown();
        if (!runs.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
            runs.shutdownNow(); // engines notice the end of this process and end themselves
        }
    }

    /**
     * Sends the program a line that belongs to no run, such as one printed by an application's thread. May be called on
     * any thread.
     */
    public void say(RunFrame.Kind kind, String line) {
        send(RunFrame.of(kind, 0, line));
    }

    private void heard(RunFrame frame) throws IOException {
        switch (frame.kind()) {
            case RUN -> {
                List<String> words = frame.texts();
                running.put(frame.run(), new Running());
                runs.execute(() -> run(frame.run(), words));
            }
            case CANCEL -> {
                Running run = running.get(frame.run());
                if (run != null) {
                    run.end.end();
                }
            }
            case CALLS, CALL_ALONE, CANCEL_CALLS, NO_MORE_CALLS, SHARE, UNSHARE, MAY_BEGIN, BEST, CALL_ON_EACH -> {
                Running run = running.get(frame.run());
                if (run != null) { // otherwise the run has ended, and the program will be told
                    heard(frame, run.calls());
                }
            }
            default -> throw new IOException("expected a run, or its end, found " + frame.kind());
        }
    }

    private static void heard(RunFrame frame, CallQueue queue) throws IOException {
        switch (frame.kind()) {
            case CALLS -> queue.add(frame.payload());
            case CALL_ALONE -> queue.addAlone(frame.payload());
            case CANCEL_CALLS -> queue.cancel(frame.read(CallQueue::cancelled));
            case MAY_BEGIN -> queue.mayBegin(frame.read(CallQueue.Beginning::read));
            case SHARE -> queue.shared().add(frame.payload());
            case UNSHARE -> queue.shared().remove(frame.read(ByteReader::getLong));
            case BEST -> queue.improve(frame.payload());
            case CALL_ON_EACH -> queue.addOnEach(frame.payload());
            default -> queue.end();
        }
    }

    private void run(int run, List<String> words) {
        int code;
        try {
            code = runner.run(words, new FramesOf(run));
        } catch (Throwable thrown) {
            send(RunFrame.of(RunFrame.Kind.NOTE, run, "moide run: ended by " + thrown));
            code = ExitCode.FAILED;
        }
        ended(run, code);
    }

    private void ended(int run, int code) {
        Running over = running.remove(run);
        if (over == null) {
            return; // the end was reported already
        }
        boolean calls = over.over();
        if (calls && code == ExitCode.FAILED && !ExitCall.underWay().isEmpty()) {
            return; // a call ends this process: the program notices that, and has its calls run in another
        }
        byte[] last = ByteBuffer.allocate(Integer.BYTES).putInt(code).array();
        send(new RunFrame(RunFrame.Kind.ENDED, run, last));
    }

    private void send(RunFrame frame) {
        RunFrame fits = frame.payload().length <= RunFrame.MOST_BYTES
                ? frame
                : RunFrame.of(
                        RunFrame.Kind.NOTE,
                        frame.run(),
                        "moide run: expected to say at most " + RunFrame.MOST_BYTES + " bytes of a run at once, found "
                                + frame.payload().length);
        synchronized (out) {
            try {
                fits.write(out);
            } catch (IOException gone) {
                // The end of the other stream shows it too.
            }
        }
    }

    private final class FramesOf implements Told {
        private final int run;

        FramesOf(int run) {
            this.run = run;
        }

        @Override
        public void endsBy(Runnable how) {
            Running its = running.get(run);
            if (its != null) {
                its.end.endsBy(how);
            }
        }

        @Override
        public ProgramLink program() {
            CallQueue queue = Objects.requireNonNull(running.get(run), "a run that goes on")
                    .calls();
            queue.sendsBy(frame -> send(new RunFrame(RunFrame.Kind.ANSWERS, run, frame)));
            DaemonThreads.named("library-answers", Loop.lasting(queue::sendAll), unsaid)
                    .start();
            return queue;
        }

        @Override
        public void line(String line) {
            send(RunFrame.of(RunFrame.Kind.LINE, run, line));
        }

        @Override
        public void note(String line) {
            send(RunFrame.of(RunFrame.Kind.NOTE, run, line));
        }

        @Override
        public void progress(Progress progress) {
            send(new RunFrame(RunFrame.Kind.PROGRESS, run, ProgressBytes.encode(progress)));
        }

        @Override
        public void report(String json, Map<String, Object> values) {
            send(RunFrame.of(RunFrame.Kind.REPORT, run, json));
            send(new RunFrame(RunFrame.Kind.VALUES, run, Values.encode(values)));
        }

        @Override
        public void ended(int code) {
            RunServer.this.ended(run, code);
        }
    }
}
