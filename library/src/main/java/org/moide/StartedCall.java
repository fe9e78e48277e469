package org.moide;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/** A call's future as one that others depend on. */
final class StartedCall {
    /** A future that has one dependent of ours, which is not counted, until it is done. */
    private static final class Told<T> extends CompletableFuture<T> {
        @Override
        public int getNumberOfDependents() {
            return Math.max(0, super.getNumberOfDependents() - (isDone() ? 0 : 1));
        }
    }

    private StartedCall() {}

    /**
     * Makes the future of a call that is started.
     *
     * @param start starts it, and has what it is given run when the future is done
     */
    static <T> CompletableFuture<T> of(Function<Runnable, Future<T>> start) {
        CompletableFuture<T> future = new Told<>();
        CompletableFuture<Future<T>> started = new CompletableFuture<>();
        // What depends on it is the program's code: not on a thread of ours.
        Consumer<Future<T>> end = done -> complete(future, done);
        started.complete(start.apply(() -> {
            var unused = started.thenAcceptAsync(end);
        }));
        var unused = future.whenComplete((value, thrown) -> started.join().cancel(true));
        return future;
    }

    private static <T> void complete(CompletableFuture<T> future, Future<T> done) {
        try {
            if (done.isCancelled()) {
                future.cancel(false);
            } else {
                future.complete(done.get());
            }
        } catch (ExecutionException thrown) {
            future.completeExceptionally(thrown.getCause());
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt(); // it is done
        }
    }
}
