package org.moide.engine.executor;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskLimits;
import org.moide.balance.loan.RetriedTask;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
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
 * The bag that runs an executor's calls. A task is the call's number (8 bytes), its limits if it has any ({@link
 * CallLimits}), and the encoded {@code Callable} or {@code Runnable}. A task has no result for the bag. A call's answer
 * is sent to the program at once ({@link Outlet}), before its loan is returned. So the program gets two answers if a
 * call ran twice.
 */
public final class ExecutorBag implements TaskApplication<byte[], Long>, OwnBag {
    private static final Long NOTHING = 0L;
    private static final int MOST_ALONE_BYTES = 16 << 10;
    private static final byte[] NO_CONTENT = {};

    /** The distance of two priorities of calls in the order of tasks; above all numbers of calls. */
    private static final double PRIORITY_STEP = 1L << 43;

    private @Nullable CallSource source; // used at the coordinator
    private @Nullable ObjectCodec codec; // this field and those below are used on engines
    private @Nullable ProgramCalls calls;
    private @Nullable Outlet outlet;
    private @Nullable Means means;
    private @Nullable Bests bests;
    private volatile @Nullable CallPool pool; // made by the first thread that prepares
    private @Nullable CarriedCalls carried; // of calls that may bring classes
    private boolean takesClasses; // set before tasks run
    private final Map<Long, Word> asked = new ConcurrentHashMap<>(); // calls that want to begin, or are detached
    private final AtomicLong detached = new AtomicLong();
    private @Nullable Signal said; // raised when one may or may not begin; set before tasks run
    private final CallWatch watch;
    private volatile boolean ended;

    /** The naming of given calls, which have no compute thread and no time limit: the call that waits for it has them. */
    private static final Naming NOT_LIMITED = new Naming() {
        @Override
        public void limit(long nanos) {
            // No given call has a limit.
        }

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

    /** The program's word whether a call may begin, or whether it has taken one. */
    private static final class Word {
        private volatile boolean came;
        private volatile boolean may; // written before the other
    }

    /** Creates the bag of a process. */
    public ExecutorBag() {
        this(CallWatch.NONE);
    }

    /** Creates a bag of which {@code watch} is told the calls that run on its engine. */
    public ExecutorBag(CallWatch watch) {
        this.watch = watch;
    }

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
        return CallAnswer.of(numberIn(task), CallAnswer.GIVEN_UP, why.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the answer for a call that cannot be run as its program wants.
     *
     * @param call the call's number and what follows it
     */
    public static byte[] refused(byte[] call, String why) {
        byte[] thrown = CallAnswer.thrown(new UnsupportedOperationException(why), plainCodec(), sent -> {});
        return CallAnswer.of(ByteBuffer.wrap(call).getLong(), CallAnswer.THROWN, thrown);
    }

    /** Returns the answer for a call that has exceeded its time limit in each of its tries. */
    public static byte[] tookTooLong(byte[] task, String why) {
        byte[] thrown = CallAnswer.thrown(new TimeoutException("the call " + why), plainCodec(), sent -> {});
        return CallAnswer.of(numberIn(task), CallAnswer.THROWN, thrown);
    }

    private static long numberIn(byte[] task) {
        if (!(plainCodec().decode(RetriedTask.applicationsOwn(task)) instanceof byte[] call)
                || call.length < Long.BYTES) {
            throw new IllegalArgumentException(
                    "expected a task of an executor, found another of " + task.length + " bytes");
        }
        return ByteBuffer.wrap(call).getLong();
    }

    private static ProgramCodec plainCodec() {
        return new ProgramCodec(ExecutorBag.class.getClassLoader(), (read, codec) -> read);
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
        Bests known = new Bests(
                new EngineWay(means), means.around().ticker(), means.around().signals());
        bests = known;
        said = means.around().signals().create();
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

    @Override
    public TaskLimits limits(byte[] task) {
        CallLimits its = CallLimits.in(task, Long.BYTES);
        if (its.equals(CallLimits.NONE)) {
            return TaskLimits.NONE;
        }
        // A call that does not end would take two engines along.
        return new TaskLimits(its.tries(), its.nanos() > 0 || its.once(), its.once(), its.priority() > 0);
    }

    /** Returns the call's own priority, by which those with the same come in the order of their numbers. */
    @Override
    public double priority(byte[] task) {
        int priority = CallLimits.in(task, Long.BYTES).priority();
        // Exact: priorities have 10 bits, numbers 43 at most, which a program does not reach in a year.
        return priority == 0
                ? Double.NaN
                : priority * PRIORITY_STEP - ByteBuffer.wrap(task).getLong();
    }

    @Override
    public void givesUp(byte[] call, String why) {
        Objects.requireNonNull(calls, "begun")
                .answerAlone(CallAnswer.of(
                        ByteBuffer.wrap(call).getLong(), CallAnswer.GIVEN_UP, why.getBytes(StandardCharsets.UTF_8)));
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

    private final class OurProgram implements EngineCalls.Program {
        @Override
        public void note(String words) {
            outlet().add(0, CallAnswer.NOTE, words.getBytes(StandardCharsets.UTF_8), true); // before the answer
        }

        @Override
        public boolean takes(String name, byte[] call) {
            if (takesClasses) {
                throw new UnsupportedOperationException("detach: expected a call whose classes lie in files, found "
                        + name + " of an executor whose calls bring classes, as in JShell; return what is to be done"
                        + " to the program, which submits it");
            }
            byte[] words = name.getBytes(StandardCharsets.UTF_8);
            ByteBuffer content = ByteBuffer.allocate(Integer.BYTES + words.length + call.length)
                    .putInt(words.length)
                    .put(words)
                    .put(call);
            return asks(-detached.incrementAndGet(), CallAnswer.DETACHED, content.array());
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
        ThreadFactory named = work -> {
            Thread thread = its.around().threads().newThread(work);
            thread.setName(its.role() + "-calls-" + numbers.incrementAndGet());
            thread.setContextClassLoader(loader);
            return thread;
        };
        CallPool made = new CallPool(threads, its.around().with(named), () -> null);
        Bests known = bests();
        EngineCalls engineCalls =
                new EngineCalls(made, Objects.requireNonNull(codec, "begun"), known, new OurProgram(), watch);
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
                hear(said, exchange::hear);
            }
        });
    }

    @Override
    public void prepare(TaskContext<byte[]> context) {
        takesClasses = context.arguments().words().contains(CarriedClasses.ARGUMENT);
        makePool(context.queues());
        EngineCalls.of(Objects.requireNonNull(pool, "made"))
                .threads(context.comm().count());
    }

    @Override
    public void loanCloses() {
        outlet().flush();
    }

    @Override
    public void ends() {
        ended = true;
        Objects.requireNonNull(said, "begun").raise();
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
        long number = ByteBuffer.wrap(task).getLong();
        CallLimits limits = CallLimits.in(task, Long.BYTES);
        byte[] call = callIn(task, limits);
        if ((limits.once() && !mayBegin(number)) || !cancelled.begin(number)) {
            answered.by(number, CallAnswer.NOT_BEGUN, new byte[0]);
            return;
        }
        if (number >= ProgramCalls.FIRST_GIVEN) { // from now on the engine that gave it may not take it back
            outlet().add(number, CallAnswer.BEGUN, NO_CONTENT, true);
        }
        if (limits.nanos() > 0) {
            naming.limit(limits.nanos());
        }
        byte[] answer = new byte[0];
        Throwable thrown = null;
        String late;
        try {
            CallPool calling = Objects.requireNonNull(pool, "prepared");
            answer = calling.run(
                    this,
                    () -> valueOf(number, call, naming),
                    begun -> cancelled.whenCancelled(number, () -> calling.endSoon(begun)));
        } catch (Throwable fault) { // an error that damages the JVM ends the JVM elsewhere
            thrown = fault;
            answer = CallAnswer.thrown(fault, Objects.requireNonNull(codec, "begun"), naming::readBack);
        } finally {
            late = naming.ended();
            cancelled.end(number);
        }
        if (late != null && limits.tries() > 1) {
            throw new Late(thrown);
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

    /** Asks the program whether a call may begin that may begin only once; it remembers that the call has begun. */
    private boolean mayBegin(long number) {
        return asks(number, CallAnswer.BEGUN, NO_CONTENT);
    }

    private boolean asks(long number, byte kind, byte[] content) {
        Word word = new Word();
        asked.put(number, word);
        try {
            outlet().add(number, kind, content, true);
            Signal signal = Objects.requireNonNull(said, "begun");
            boolean interrupted = false;
            while (!word.came && !ended) {
                try {
                    signal.sleep(() -> word.came || ended, Long.MAX_VALUE);
                } catch (InterruptedException later) {
                    interrupted = true; // the call hears of it
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (!word.came) {
                throw new RunEndedException("the run ended before the program said what becomes of call " + number);
            }
            return word.may;
        } finally {
            asked.remove(number);
        }
    }

    /**
     * Takes news from the coordinator: of a call that wants to begin or is detached, or of calls that calls have
     * submitted. Called by the control thread.
     */
    private void hear(byte[] news, Consumer<byte[]> ofGiven) {
        ByteBuffer head = ByteBuffer.wrap(news);
        Word word = asked.get(head.getLong());
        if (word != null) {
            word.may = head.get() == CallAnswer.BEGUN;
            word.came = true;
            Objects.requireNonNull(said, "begun").raise();
        } else {
            ofGiven.accept(news);
        }
    }

    private static byte[] callIn(byte[] task, CallLimits limits) {
        return Arrays.copyOfRange(task, Long.BYTES + limits.bytes(), task.length);
    }

    @Override
    public String nameOf(byte[] task) {
        long number = ByteBuffer.wrap(task).getLong();
        byte[] call = callIn(task, CallLimits.in(task, Long.BYTES));
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

    private byte[] valueOf(long number, @Nullable Object call, ObjectCodec both, OwnBag.Naming naming)
            throws Exception {
        if (call == null) {
            throw new IllegalArgumentException("expected a Callable or a Runnable, found null");
        }
        naming.named(new Named(number, call));
        Objects.requireNonNull(BegunCall.current(), "begun").is(call, both);
        byte[] answer = CallResult.bytes(
                EngineCalls.of(Objects.requireNonNull(pool, "prepared")).called(call), both);
        naming.readBack(answer);
        return answer;
    }
}
