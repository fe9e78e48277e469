package org.moide.bench.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.moide.bench.local.LocalPath.Body;

/** The threads that run measured code: always the same ones, and on Linux each on the same processor. */
final class Crew implements AutoCloseable {
    private final List<ExecutorService> members = new ArrayList<>();

    Crew(int size) {
        for (int i = 0; i < size; i++) {
            String name = "party-" + i;
            members.add(Executors.newSingleThreadExecutor(task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            }));
        }
    }

    /** Binds each thread to a processor, in turn, with the command taskset, so that two never share one. */
    void pin() throws IOException, InterruptedException, ExecutionException {
        int processors = Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < members.size(); i++) {
            Callable<String> self = () -> Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString();
            String thread = members.get(i).submit(self).get();
            String processor = String.valueOf(i % processors);
            Process taskset = new ProcessBuilder("taskset", "-cp", processor, thread)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (taskset.waitFor() != 0) {
                throw new IOException("taskset -cp " + processor + " " + thread + " failed: run without --pin");
            }
        }
    }

    /**
     * Runs one body on each thread, all starting at the same moment. Returns the nanoseconds until the last has
     * finished.
     */
    long run(List<Body> bodies, int operations) throws InterruptedException, ExecutionException {
        CountDownLatch ready = new CountDownLatch(bodies.size());
        CountDownLatch go = new CountDownLatch(1);
        List<Future<Long>> ends = new ArrayList<>();
        for (int i = 0; i < bodies.size(); i++) {
            Body body = bodies.get(i);
            ends.add(members.get(i).submit(() -> {
                ready.countDown();
                go.await();
                body.run(operations);
                return System.nanoTime();
            }));
        }
        ready.await();
        long start = System.nanoTime();
        go.countDown();
        long last = start;
        for (Future<Long> end : ends) {
            last = Math.max(last, end.get());
        }
        return last - start;
    }

    @Override
    public void close() {
        members.forEach(ExecutorService::shutdownNow);
    }
}
