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
import org.moide.commlib.wire.ByteReader;
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
    private @Nullable Bests bests;
    private volatile @Nullable CallPool pool; // made by the first thread that prepares
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
        ProgramCodec plain = new ProgramCodec(ExecutorBag.class.getClassLoader(), (read, codec) -> read);
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
        Bests known = new Bests(new EngineWay(means), means.around().ticker());
        bests = known;
        codec = means.codec();
        if (means.codec() instanceof ApplicationCodec application) {
            ApplicationCodec resolving =
                    application.resolving((read, own) -> known.bound(SharedValue.bound(read, source), own));
            codec = resolving;
            carried = new CarriedCalls(
                    application.loader(),
                    application.loader()::learn,
                    resolving,
                    source,
                    (loader, values) -> application
                            .within(loader)
                            .resolving((read, own) -> known.bound(SharedValue.bound(read, values), own)));
        }
        calls = means.calls();
        outlet = new Outlet(means);
        this.means = means;
    }

    /** The way of best values to other engines and to the program. */
    private final class EngineWay implements Bests.Way {
        private final Means means;

        EngineWay(Means means) {
            this.means = means;
        }

        @Override
        public void tell(long id, byte[] value) {
            outlet().addWhole(id, CallAnswer.BEST, value, true);
        }

        @Override
        public void ask(long id) {
            outlet().add(id, CallAnswer.BEST_ASKED, new byte[0], false);
        }

        @Override
        public void tickSoon() {
            CallPool made = pool;
            if (made != null) { // else no call runs
                made.tickSoon();
            }
        }

        @Override
        public void fault(Throwable why) {
            means.around().faults().onFault("a best value from elsewhere, which was dropped", why);
        }
    }

    private Bests bests() {
        return Objects.requireNonNull(bests, "begun");
    }

    /** Takes news from the coordinator; returns false if they are not of a best value. */
    private boolean hearBest(byte[] said) {
        ByteReader news = new ByteReader(said);
        long id = news.getLong();
        byte kind = news.get();
        if (kind == CallAnswer.BEST) {
            bests().hear(id, news.part().rest());
        } else if (kind == CallAnswer.BEST_ASKED) {
            bests().asked(id);
        } else {
            return false;
        }
        Objects.requireNonNull(pool, "made").tickSoon();
        return true;
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
        Bests known = bests();
        EngineCalls engineCalls = new EngineCalls(made, Objects.requireNonNull(codec, "begun"), known);
        CallExchange exchange = new CallExchange(
                made,
                engineCalls,
                outlet(),
                task -> run(task, NOT_LIMITED, (number, kind, answer) -> outlet().add(number, kind, answer, true)),
                !takesClasses); // which other engines may not have
        made.ofEngine(engineCalls, () -> {
            exchange.tick();
            known.tick();
        });
        pool = made;
        its.calls().hears(said -> {
            if (!hearBest(said)) {
                exchange.hear(said);
            }
        });
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
        long toldBefore = bests().told();
        run(task, naming, (number, kind, answer) -> {
            boolean told = bests().told() != toldBefore; // then the answer must not overtake the improvement
            if (answer.length <= MOST_ALONE_BYTES && !told) {
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
                            begun -> cancelled.whenCancelled(number, begun::end));
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
        bests().flush();
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
        return own != null && takesClasses ? own.look(call) : both.decode(call);
    }

    private byte[] valueOf(long number, byte[] encoded, OwnBag.Naming naming) throws Exception {
        ObjectCodec both = Objects.requireNonNull(codec, "begun");
        CarriedCalls own = carried;
        return own != null && takesClasses
                ? own.use(encoded, (call, within) -> valueOf(number, call, within, naming))
                : valueOf(number, both.decode(encoded), both, naming);
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
