package org.moide.engine.executor;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.RetriedTask;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.bag.OwnBag;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ProgramCodec;

/**
 * The bag that runs an executor's calls. A task is the call's number (8 bytes) and the encoded {@code Callable} or
 * {@code Runnable}. A task has no result for the bag. A call's answer is sent to the program at once ({@link Outlet}),
 * before its loan is returned. So the program gets two answers if a call ran twice.
 */
public final class ExecutorBag implements TaskApplication<byte[], Long>, OwnBag {
    private static final Long NOTHING = 0L;
    private static final int MOST_ALONE_BYTES = 16 << 10;

    private @Nullable CallSource source; // used at the coordinator
    private @Nullable ObjectCodec codec; // this field and those below are used on engines
    private @Nullable ProgramCalls calls;
    private @Nullable Outlet outlet;
    private @Nullable Means means;
    private @Nullable CallPool pool; // made by the first thread that prepares
    private @Nullable CarriedCalls carried; // of calls that may bring classes
    private boolean takesClasses; // set before tasks run

    /** The naming of given calls, which have no compute thread and no time limit: the call that waits for it has them. */
    private static final Naming NOT_LIMITED = new Naming() {
        @Override
        public void named(Object task) {
            // The engine's death is not blamed on it by name.
        }

        @Override
        public void readBack(byte[] encoded) {
            // There is no time limit.
        }

        @Override
        public @Nullable String ended() {
            return null;
        }
    };

    /** A call with its number, whose text names it if its engine dies. */
    private record Named(long number, Object call) {
        @Override
        public String toString() {
            return CallName.of(CallName.classOf(call)) + " (call " + number + ")";
        }
    }

    /**
     * Returns the answer for a call that was given up.
     *
     * @param task the encoded task of the call
     * @param why the reason, as text that follows the call's name
     */
    public static byte[] givenUp(byte[] task, String why) {
        ProgramCodec plain = new ProgramCodec(ExecutorBag.class.getClassLoader(), read -> read);
        if (!(plain.decode(RetriedTask.applicationsOwn(task)) instanceof byte[] call) || call.length < Long.BYTES) {
            throw new IllegalArgumentException(
                    "expected a task of an executor, found another of " + task.length + " bytes");
        }
        return CallAnswer.of(
                ByteBuffer.wrap(call).getLong(), CallAnswer.GIVEN_UP, why.getBytes(StandardCharsets.UTF_8));
    }

    /** Sets the source of calls. Called once, at the coordinator, before the bag runs. */
    public void feedFrom(CallSource calls) {
        source = calls;
    }

    @Override
    public void createTasks(TaskContext<byte[]> context) {
        CallSource from = source;
        if (from == null || !(context instanceof StreamedCreation creation)) {
            throw new IllegalStateException("an executor's calls come from a program that uses the library: see"
                    + " docs/library.md; expected one, found none");
        }
        from.wakes(creation::wake);
        List<byte[]> tasks = List.of();
        while (tasks != null) {
            tasks.forEach(context::put);
            creation.flow();
            creation.awaitUntil(from::isReady);
            tasks = from.take();
        }
    }

    @Override
    public void begins(Means means) {
        SharedObjects.ById shared = means.shared();
        SharedValue.Source source = new SharedValue.Source() {
            @Override
            public Object value(long id) throws InterruptedException {
                return shared.value(id);
            }

            @Override
            public void close(long id) {
                // The program closes shared values.
            }
        };
        codec = means.codec();
        if (means.codec() instanceof ApplicationCodec application) {
            ApplicationCodec resolving = application.resolving(read -> SharedValue.bound(read, source));
            codec = resolving;
            carried = new CarriedCalls(
                    application.loader(),
                    application.loader()::learn,
                    resolving,
                    source,
                    (loader, own) -> application.within(loader).resolving(read -> SharedValue.bound(read, own)));
        }
        calls = means.calls();
        outlet = new Outlet(means);
        this.means = means;
    }

    /** Makes the pool in which calls wait that calls submit; as many of an engine's calls run at a time as it has threads. */
    private synchronized void makePool(int threads) {
        if (pool != null) {
            return;
        }
        Means its = Objects.requireNonNull(means, "begun");
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        AtomicInteger numbers = new AtomicInteger();
        CallPool made = new CallPool(
                threads,
                its.around().ticker(),
                work -> {
                    Thread thread = its.around().threads().newThread(work);
                    thread.setName(its.role() + "-calls-" + numbers.incrementAndGet());
                    thread.setContextClassLoader(loader);
                    thread.start();
                },
                () -> null);
        EngineCalls engineCalls = new EngineCalls(made, Objects.requireNonNull(codec, "begun"));
        if (takesClasses) { // other engines may not have them
            made.ofEngine(engineCalls, () -> {});
        } else {
            CallExchange exchange = new CallExchange(
                    made,
                    engineCalls,
                    outlet(),
                    task -> run(task, NOT_LIMITED, (number, kind, answer) -> outlet().add(number, kind, answer, true)));
            made.ofEngine(engineCalls, exchange::tick);
            its.calls().hears(exchange::hear);
        }
        pool = made;
    }

    @Override
    public void prepare(TaskContext<byte[]> context) {
        takesClasses = context.arguments().words().contains(CarriedClasses.ARGUMENT);
        makePool(context.queues());
    }

    @Override
    public void loanCloses() {
        outlet().flush();
    }

    @Override
    public void ends() {
        CallPool made = pool;
        if (made != null) {
            made.close();
        }
        outlet().close();
    }

    private Outlet outlet() {
        return Objects.requireNonNull(outlet, "begun");
    }

    @Override
    public Long identity() {
        return NOTHING;
    }

    @Override
    public Long merge(Long left, Long right) {
        return left;
    }

    @Override
    public boolean handlePartial(Long partial, Report report) {
        return true;
    }

    @Override
    public void handleResults(Long result, Report report) {
        // All answers have been sent.
    }

    @Override
    public Long executeTask(byte[] task, TaskContext<byte[]> context) {
        if (!(context instanceof OwnBag.Naming naming)) {
            throw new IllegalStateException("expected the context of an engine, found " + context);
        }
        run(task, naming, (number, kind, answer) -> outlet().add(number, kind, answer, context.isShortOfTasks()));
        return NOTHING;
    }

    @Override
    public void runAlone(byte[] task, OwnBag.Naming naming) {
        // This thread is in the coordinator's own JVM. If it dies, the program notices.
        run(task, naming, (number, kind, answer) -> {
            if (answer.length <= MOST_ALONE_BYTES) {
                Objects.requireNonNull(calls, "begun").answerAlone(CallAnswer.of(number, kind, answer));
            } else {
                outlet().add(number, kind, answer, true);
            }
        });
    }

    private interface Answered {
        void by(long number, byte kind, byte[] answer);
    }

    private void run(byte[] task, OwnBag.Naming naming, Answered answered) {
        ProgramCalls cancelled = Objects.requireNonNull(calls, "begun");
        ByteBuffer bytes = ByteBuffer.wrap(task);
        long number = bytes.getLong();
        byte[] call = new byte[bytes.remaining()];
        bytes.get(call);
        if (!cancelled.begin(number)) {
            answered.by(number, CallAnswer.NOT_BEGUN, new byte[0]);
            return;
        }
        if (number >= ProgramCalls.FIRST_GIVEN) { // from now on the engine that gave it may not take it back
            outlet().add(number, CallAnswer.BEGUN, new byte[0], true);
        }
        byte[] answer = new byte[0];
        Throwable thrown = null;
        String late;
        try {
            answer = Objects.requireNonNull(pool, "prepared")
                    .run(
                            this,
                            () -> valueOf(number, call, naming),
                            begun -> cancelled.whenCancelled(number, begun::refuse, begun::end));
        } catch (Throwable fault) { // an error that damages the JVM ends the JVM elsewhere
            thrown = fault;
            answer = CallAnswer.thrown(fault, Objects.requireNonNull(codec, "begun"), naming::readBack);
        } finally {
            late = naming.ended();
            cancelled.end(number);
        }
        if (late != null) {
            Throwable cause =
                    // The exception cannot be decoded here, so it is not sent.
                    thrown == null || CallAnswer.isInWords(answer) ? null : thrown;
            thrown = new TimeoutException("the call " + late).initCause(cause);
            answer = CallAnswer.thrown(thrown, Objects.requireNonNull(codec, "begun"), sent -> {});
        }
        answered.by(number, thrown == null ? CallAnswer.VALUE : CallAnswer.THROWN, answer);
    }

    @Override
    public String nameOf(byte[] task) {
        ByteBuffer bytes = ByteBuffer.wrap(task);
        long number = bytes.getLong();
        byte[] call = new byte[bytes.remaining()];
        bytes.get(call);
        return new Named(
                        number, Objects.requireNonNull(decoded(call, Objects.requireNonNull(codec, "begun")), "a call"))
                .toString();
    }

    private @Nullable Object decoded(byte[] call, ObjectCodec both) {
        CarriedCalls own = carried;
        return own != null && takesClasses ? own.look(call) : both.decode(HeadedCall.callOf(call));
    }

    private byte[] valueOf(long number, byte[] encoded, OwnBag.Naming naming) throws Exception {
        ObjectCodec both = Objects.requireNonNull(codec, "begun");
        CarriedCalls own = carried;
        return own != null && takesClasses
                ? own.use(encoded, (call, within) -> valueOf(number, call, within, naming))
                : valueOf(
                        number,
                        EngineCalls.of(Objects.requireNonNull(pool, "prepared")).decoded(encoded),
                        both,
                        naming);
    }

    private static byte[] valueOf(long number, @Nullable Object call, ObjectCodec both, OwnBag.Naming naming)
            throws Exception {
        if (call != null) {
            naming.named(new Named(number, call));
            Objects.requireNonNull(BegunCall.current(), "begun").is(call, both);
        }
        byte[] answer = CallResult.bytes(EngineCalls.called(call), both);
        naming.readBack(answer);
        return answer;
    }
}
