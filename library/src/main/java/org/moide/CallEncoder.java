package org.moide;

import java.io.Serializable;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.classes.CallClasses;
import org.moide.commlib.CommException;
import org.moide.engine.executor.CallName;
import org.moide.engine.executor.CallResult;
import org.moide.engine.loading.ProgramCodec;

/** Calls as bytes, and what comes back; says which field of a call cannot be sent. Any thread. */
final class CallEncoder {
    /** So that a look takes some microseconds. */
    private static final int MOST_LOOKED_AT = 1_000;

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
    private final ProgramCodec answers;
    private final @Nullable CallClasses classes;

    /**
     * Makes bytes with the program's classes.
     *
     * @param loader finds those of what comes back
     * @param carries whether calls take along classes that lie in no file
     */
    CallEncoder(ClassLoader loader, boolean carries) {
        this.codec = new ProgramCodec(loader, shared::boundInCalls);
        this.answers = new ProgramCodec(loader, shared::bound);
        this.classes = carries ? new CallClasses() : null;
    }

    /** The values that calls share. */
    SharedValues shared() {
        return shared;
    }

    /** Reads what calls return, and throw. */
    ProgramCodec answers() {
        return answers;
    }

    /** Reads a call that runs in this JVM. */
    Object copyOf(byte[] call) {
        return Objects.requireNonNull(codec.decode(call), "a call");
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

    /**
     * Looks at something that goes by reference, by the same rule as {@link #of}. Of one that refers to many objects it
     * looks at the first thousand.
     *
     * @throws IllegalArgumentException if it could not be sent
     */
    void look(Object part) {
        try {
            codec.look(part, MOST_LOOKED_AT);
        } catch (CommException cannot) {
            throw refused(part, cannot);
        }
    }

    /**
     * Looks at what a call returned like {@link #look}.
     *
     * @throws IllegalArgumentException if it could not be sent
     */
    <T> T lookedAtResult(T value) {
        CallResult.look(value, codec, MOST_LOOKED_AT);
        return value;
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
