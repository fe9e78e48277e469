package org.moide;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.moide.command.serve.RunFrame;
import org.moide.command.serve.SharedPieces;

/**
 * One run of an executor's bag, and what sends calls to it. If its child dies, there is another.
 *
 * @param apart whether calls run in other JVMs than the one that coordinates
 * @param endJvm ends the JVM that coordinates
 */
record CallRun(RunFuture run, CallSender sender, boolean apart, Runnable endJvm) implements SharedValues.Elsewhere {
    /** Starts a run. */
    interface Start {
        /**
         * Runs in a child that is there, or a new one.
         *
         * @param answers takes what comes of calls, on the thread that hears the child
         * @param apart whether calls may be what has killed the JVM that coordinated: they run in others if there are
         *     any
         * @throws IllegalStateException if there is to be none any more
         */
        CallRun run(Consumer<byte[]> answers, CallSender.Owner owner, boolean apart);
    }

    @Override
    public void share(long id, byte[] encoded) {
        SharedPieces.of(id, encoded).forEach(piece -> sender.sendAtOnce(RunFrame.Kind.SHARE, piece));
    }

    @Override
    public void unshare(long id) {
        sender.sendAtOnce(
                RunFrame.Kind.UNSHARE,
                ByteBuffer.allocate(Long.BYTES).putLong(id).array());
    }

    @Override
    public void improve(long id, byte[] value) {
        sender.sendAtOnce(
                RunFrame.Kind.BEST,
                ByteBuffer.allocate(Long.BYTES + value.length)
                        .putLong(id)
                        .put(value)
                        .array());
    }
}
