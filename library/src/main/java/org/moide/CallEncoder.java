package org.moide;

import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.classes.CallClasses;
import org.moide.classes.StaticFields;
import org.moide.command.serve.RunFrame;
import org.moide.command.serve.SharedPieces;
import org.moide.commlib.CommException;
import org.moide.coordinator.text.Figures;
import org.moide.engine.Best;
import org.moide.engine.executor.Bests;
import org.moide.engine.executor.CallName;
import org.moide.engine.executor.CallResult;
import org.moide.engine.executor.CarriedCalls;
import org.moide.engine.executor.CarriedClasses;
import org.moide.engine.executor.HeadedCall;
import org.moide.engine.executor.IntRange;
import org.moide.engine.executor.MapPart;
import org.moide.engine.executor.SerializableCalls;
import org.moide.engine.executor.SharedValue;
import org.moide.engine.loading.LostWrites;
import org.moide.engine.loading.ProgramCodec;

/** Calls as bytes, and what comes back; says which field of a call cannot be sent. Any thread. */
final class CallEncoder {
    /** The size from which on it is worth a note that calls carry the same. */
    private static final int LARGE_BYTES = 1 << 20;

    /** The most bytes of a call, which goes to the child in one frame. */
    private static final int MOST_BYTES = RunFrame.MOST_BYTES - 64;

    /** So that a look takes some microseconds. */
    private static final int MOST_LOOKED_AT = 1_000;

    private static final Set<Class<?>> STANDING = Set.of(Moide.class, MoideExecutor.class);

    private static final StackWalker WALKER = StackWalker.getInstance();

    /** The types between a program and this. */
    private static final Set<String> OURS = Stream.of(
                    CallEncoder.class,
                    MoideExecutor.class,
                    Calls.class,
                    RemoteExecutor.class,
                    LocalExecutor.class,
                    NestedExecutor.class,
                    CopiesInCall.class,
                    StartedCall.class,
                    FirstOf.class,
                    Mapping.class,
                    Moide.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    private static final byte[] NOTHING = {};

    /**
     * Looks whether a call can be sent that has so many bytes.
     *
     * @throws IllegalArgumentException if they are too many
     */
    static void requireRoom(int bytes) {
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException("expected a call of at most " + Figures.bytes(MOST_BYTES) + ", found "
                    + Figures.bytes(bytes)
                    + " with all that it refers to; MoideExecutor.share, which the program calls,"
                    + " sends a large value once to each engine, up to " + Figures.bytes(SharedPieces.MOST_BYTES));
        }
    }

    private final SharedValues shared = new SharedValues();
    private final ProgramBests bests;
    private final ProgramCodec codec;
    private final ProgramCodec answers;
    private final @Nullable CallClasses classes;
    private final CarriedCalls copies;
    private final StaticRule rule;
    private final Consumer<String> notes;
    private final StaticFields statics;
    private final Map<Class<?>, List<WeakReference<Object>>> carried = new ConcurrentHashMap<>(); // by the latest
    private final Set<String> noted = ConcurrentHashMap.newKeySet();
    private final Map<Class<?>, List<StaticFields.Place>> standing = new ConcurrentHashMap<>(); // by classes of calls
    private final Map<List<StaticFields.Place>, byte[]> heads = new ConcurrentHashMap<>();

    /** The rules for calls that read static fields, of which each engine has its own. */
    enum StaticRule {
        /** What the program has set is refused; what it may have changed is noted. */
        NOTED,
        /** Both are refused. */
        STRICT,
        /** Nothing is looked at. */
        ALLOWED
    }

    /**
     * Makes bytes with the program's classes.
     *
     * @param loader finds those of what comes back
     * @param carries whether calls take along classes that lie in no file
     * @param rule for static fields
     * @param notes hears what a program should know of its calls
     */
    CallEncoder(ClassLoader loader, boolean carries, StaticRule rule, Consumer<String> notes) {
        this(loader, carries, rule, notes, ProgramBests.Time.real());
    }

    /** Makes bytes, and tells best values in this time. */
    CallEncoder(ClassLoader loader, boolean carries, StaticRule rule, Consumer<String> notes, ProgramBests.Time time) {
        this.rule = rule;
        this.notes = notes;
        this.bests = new ProgramBests(
                shared,
                thrown -> noteOnce(
                        "best " + thrown.getClass(), "a best value that came from elsewhere was dropped: " + thrown),
                time);
        this.codec = new ProgramCodec(loader, (read, own) -> bests.inCalls().bound(shared.boundInCalls(read), own));
        this.answers = new ProgramCodec(loader, (read, own) -> bests.own().boundIfOwn(shared.bound(read)));
        this.statics = new StaticFields(loader, STANDING);
        this.classes = carries ? new CallClasses(statics, codec) : null;
        this.copies = new CarriedCalls(
                loader,
                known -> {},
                codec,
                shared.inCalls(),
                (finds, values) -> new ProgramCodec(
                        finds, (read, own) -> bests.inCalls().bound(SharedValue.bound(read, values), own)));
    }

    /** The values that calls share. */
    SharedValues shared() {
        return shared;
    }

    /** The best values that were made in this JVM. */
    Bests bests() {
        return bests.own();
    }

    /**
     * Makes a best value for calls that are copies.
     *
     * @throws IllegalArgumentException if the value or the order cannot be sent
     */
    <T> Best<T> best(T initial, Comparator<? super T> order) {
        toSend(Objects.requireNonNull(order, "order"));
        return bests.make(initial, order, answers, this::of);
    }

    /**
     * Makes a best value for calls that go by reference.
     *
     * @throws IllegalArgumentException if the value or the order could not be sent
     */
    <T> Best<T> bestByReference(T initial, Comparator<? super T> order) {
        look(Objects.requireNonNull(order, "order"));
        return bests.make(initial, order, answers, value -> {
            look(value);
            return NOTHING;
        });
    }

    /** Reads what calls return, and throw. */
    ProgramCodec answers() {
        return answers;
    }

    /** Reads what was written by {@link #of}, for calls that run in this JVM. */
    Object copyOf(byte[] value) {
        return Objects.requireNonNull(codec.decode(value), "a value");
    }

    /** Reads a call that was written by {@link #toSend}, and runs it in this JVM. */
    <T extends @Nullable Object, X extends Exception> T run(byte[] call, CarriedCalls.Use<T, X> use) throws X {
        try {
            return copies.use(call, use);
        } finally {
            bests.inCalls().flush(); // before the call's future is done
        }
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
            Object submitted = SerializableCalls.submitted(call);
            if (submitted != call) {
                return of(submitted); // is refused too, in its own words
            }
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
            if (part instanceof MapPart some) { // its function was looked at, and numbers may travel
                (some.values() instanceof IntRange ? List.of() : some.values())
                        .stream().limit(MOST_LOOKED_AT).forEach(this::lookAtValue);
            } else {
                codec.look(part, MOST_LOOKED_AT);
            }
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
        if (value instanceof MapPart.Results some) {
            some.values().stream().limit(MOST_LOOKED_AT).forEach(one -> CallResult.look(one, codec, MOST_LOOKED_AT));
        } else {
            CallResult.look(value, codec, MOST_LOOKED_AT);
        }
        return value;
    }

    private void lookAtValue(@Nullable Object value) {
        if (value != null) {
            codec.look(value, MOST_LOOKED_AT);
        }
    }

    /**
     * Writes a call like {@link #of}, with the classes and variables of JShell that go along with it. Looks at the
     * static fields that it reads, unless they may be anything.
     *
     * @throws IllegalArgumentException if it cannot be sent; if the program has set one of these fields, or if strict,
     *     if one may have changed
     */
    byte[] toSend(Object call) {
        byte[] bytes = of(call);
        CallClasses carried = classes;
        if (carried == null) {
            if (call instanceof MapPart part) { // its functions were looked at
                return with(placesOf(part), bytes);
            }
            List<StaticFields.Place> places =
                    lookAtStatics(call, MOST_LOOKED_AT).standing();
            if (!places.isEmpty()) {
                standing.put(call.getClass(), places);
            }
            return with(places, bytes);
        }
        StaticFields.Found found;
        CarriedClasses.Fields fields;
        Set<Class<?>> types;
        try {
            do {
                found = lookAtStatics(call, Integer.MAX_VALUE);
                fields = carried.fields(found.variables());
                types = CallClasses.of(call, found.variables());
            } while (carried.hasForgotten(types));
            return carried.with(types, fields, with(found.standing(), bytes));
        } catch (CommException cannot) {
            throw new IllegalArgumentException(
                    "cannot send " + CallName.of(CallName.classOf(call)) + ": " + cannot.getMessage() + where(),
                    cannot);
        }
    }

    /** Returns where the functions of a part of a map find what stands. */
    private List<StaticFields.Place> placesOf(MapPart part) {
        if (standing.isEmpty()) {
            return List.of();
        }
        List<StaticFields.Place> places = standing.getOrDefault(part.function().getClass(), List.of());
        if (part.operator() == null) {
            return places;
        }
        return Stream.concat(
                        places.stream(), standing.getOrDefault(part.operator().getClass(), List.of()).stream())
                .distinct()
                .toList();
    }

    /** Adds to a call's bytes where the code of the call finds what stands. */
    private byte[] with(List<StaticFields.Place> places, byte[] call) {
        return places.isEmpty()
                ? call
                : HeadedCall.with(heads.computeIfAbsent(places, first -> codec.encode(StandingFields.of(first))), call);
    }

    private StaticFields.Found lookAtStatics(Object call, int mostObjects) {
        StaticFields.Found found = statics.look(call, part -> ProgramCodec.parts(part, mostObjects));
        if (rule == StaticRule.ALLOWED) {
            return found;
        }
        String name = CallName.of(CallName.classOf(call));
        if (found.refused() != null) {
            throw new IllegalArgumentException("cannot send " + name + ": " + found.refused() + where());
        }
        for (StaticFields.Note note : found.notes()) {
            if (rule == StaticRule.STRICT) {
                throw new IllegalArgumentException("cannot send " + name + ": it " + note.words() + where());
            }
            noteOnce(note.field(), name + " " + note.words());
        }
        return found;
    }

    /** A call has written into its copy of what it refers to. */
    void noteLostWrite(Object call, String field) {
        String note = LostWrites.note(CallName.of(CallName.classOf(call)), field);
        noteOnce(note, note);
    }

    /** Looks whether a large call carries the same object as others of its class. */
    void noteIfOthersCarryIt(Object call, int bytes) {
        if (bytes < LARGE_BYTES) {
            return;
        }
        List<WeakReference<Object>> now = new ArrayList<>();
        Class<?> type = CallName.classOf(call);
        List<WeakReference<Object>> before = carried.getOrDefault(type, List.of());
        Map<String, @Nullable Object> parts = new LinkedHashMap<>(ProgramCodec.fieldsOf(call));
        if (classes != null) {
            lookAtStatics(call, Integer.MAX_VALUE)
                    .variables()
                    .forEach(one -> parts.put("variable " + one.variable().name(), one.value()));
        }
        parts.forEach((path, value) -> {
            if (value == null || value instanceof String || value instanceof Number) {
                return;
            }
            now.add(new WeakReference<>(value));
            if (before.stream().anyMatch(one -> one.get() == value)) {
                noteOnce(
                        "carries " + type.getName(),
                        CallName.of(type) + " carries " + Figures.bytes(bytes) + ", and so do others: " + path
                                + " is the same object in them. MoideExecutor.share sends it once to each engine");
            }
        });
        carried.put(type, now);
    }

    /** Says this, unless something was said of the same thing before. */
    void noteOnce(String of, String words) {
        if (noted.add(of)) {
            notes.accept(words);
        }
    }

    /** Returns the exception for a call that cannot be sent. */
    static IllegalArgumentException refused(Object call, CommException why) {
        String words = String.valueOf(why.getMessage());
        Class<?> type = call.getClass();
        if (CallName.writtenIn(type) != null && !(call instanceof Serializable)) {
            words = "cannot send " + CallName.of(type)
                    + ": it is not Serializable; pass it to a method that takes a SerializableCallable or"
                    + " SerializableRunnable, or cast it, as in (Callable<Long> & Serializable)";
        }
        if (call instanceof Runnable && WrappedCall.isAround(call)) {
            words += ". What another library wraps its work in, and callbacks, run in this JVM: give them"
                    + " MoideExecutor.here() as their executor. In what the JDK wraps, a call must be Serializable";
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
