package org.moide;

import java.io.Serializable;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.classes.CallClasses;
import org.moide.commlib.CommException;
import org.moide.engine.executor.CallName;
import org.moide.engine.loading.ProgramCodec;

/** Calls as bytes, and what comes back; says which field of a call cannot be sent. Any thread. */
final class CallEncoder {
    private static final StackWalker WALKER = StackWalker.getInstance();

    /** The types between a program and this. */
    private static final Set<String> OURS = Stream.of(
                    CallEncoder.class,
                    MoideExecutor.class,
                    Calls.class,
                    RemoteExecutor.class,
                    LocalExecutor.class,
                    StartedCall.class,
                    FirstOf.class,
                    Mapping.class,
                    Moide.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    private final SharedValues shared = new SharedValues();
    private final ProgramCodec codec;
    private final @Nullable CallClasses classes;

    /**
     * Makes bytes with the program's classes.
     *
     * @param loader finds those of what comes back
     * @param carries whether calls take along classes that lie in no file
     */
    CallEncoder(ClassLoader loader, boolean carries) {
        this.codec = new ProgramCodec(loader, shared::bound);
        this.classes = carries ? new CallClasses() : null;
    }

    /** The values that calls share. */
    SharedValues shared() {
        return shared;
    }

    ProgramCodec codec() {
        return codec;
    }

    /**
     * Writes a {@link Callable} or {@link Runnable}.
     *
     * @throws IllegalArgumentException if it cannot be sent
     */
    byte[] of(Object call) {
        try {
            return codec.encode(call);
        } catch (CommException cannot) {
            throw refused(call, cannot);
        }
    }

    /** Writes a call like {@link #of}, for engines. */
    byte[] toSend(Object call) {
        byte[] bytes = of(call);
        CallClasses carried = classes;
        return carried == null ? bytes : carried.with(call, bytes);
    }

    private static IllegalArgumentException refused(Object call, CommException why) {
        String words = String.valueOf(why.getMessage());
        Class<?> type = call.getClass();
        if (CallName.writtenIn(type) != null && !(call instanceof Serializable)) {
            words = "cannot send " + CallName.of(type)
                    + ": it is not Serializable; pass it to a method that takes a SerializableCallable or"
                    + " SerializableRunnable, or cast it, as in (Callable<Long> & Serializable)";
        }
        if (type.getName().startsWith("java.util.concurrent.CompletableFuture$")) {
            words =
                    "cannot send what CompletableFuture wraps a call in: let MoideExecutor.start make the future, and let"
                            + " what depends on it run here, by methods that are given no executor";
        }
        return new IllegalArgumentException(words + where(), why);
    }

    /** The line that submitted it, which mostly is where a lambda is written. */
    private static String where() {
        return WALKER.walk(frames -> frames.filter(frame -> !isOurs(frame.getClassName()))
                .findFirst()
                .map(frame -> " (submitted at " + frame.getClassName() + "." + frame.getMethodName() + ", "
                        + frame.getFileName() + ":" + frame.getLineNumber() + ")")
                .orElse(""));
    }

    private static boolean isOurs(String name) {
        return name.startsWith("java.util.") || OURS.contains(name.split("\\$", 2)[0]);
    }
}
