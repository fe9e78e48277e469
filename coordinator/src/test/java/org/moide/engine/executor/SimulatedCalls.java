package org.moide.engine.executor;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.results.GivenCalls;
import org.moide.engine.bag.OwnBag;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Utterance;

/**
 * Simulates a run whose calls submit calls, from a seed: engines, which exchange calls by way of the coordinator, get
 * lost and come. The pools, what engines tell each other ({@link CallExchange}) and the coordinator's part ({@link
 * GivenCalls}) are the real ones; threads are steps of one queue of events, and messages between two keep their order.
 *
 * <p>Each seed has another tree of calls. Some throw, and some run until they are cancelled. A failure is an {@link
 * AssertionError} with the seed and the last events.
 */
public final class SimulatedCalls {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000 * MICRO;
    private static final long END = 20_000 * MILLI;
    private static final long AFTER_THE_LAST = 400 * MILLI;

    /** The time after which a waiting thread takes a call back, as in the pool. */
    private static final long AWAY = 20 * MILLI;

    private static final int MOST_LINES = 60;
    private static final int MOST_CALLS = 60;
    private static final int MOST_DEPTH = 5;

    /** What a call does after it has submitted its calls. */
    private enum Ending {
        RETURNS,
        THROWS,
        NEVER
    }

    /** What a call does with one that it has submitted. */
    private enum Use {
        ASKS,
        LEAVES,
        CANCELS
    }

    /** A call of the simulated program; {@code uses} has one entry for each of {@code calls}. */
    private record Plan(int id, Ending ending, List<Plan> calls, List<Use> uses) {
        /** Returns the value of the call; throws if it throws. */
        long value() {
            if (ending != Ending.RETURNS) {
                throw new IllegalStateException("call " + id);
            }
            long value = id;
            for (int index = 0; index < calls.size(); index++) {
                if (uses.get(index) == Use.ASKS) {
                    Plan call = calls.get(index);
                    value = 31 * value + (call.ending() == Ending.THROWS ? -1 : call.value());
                }
            }
            return value;
        }
    }

    /** What stands for a call in messages. */
    private record Sent(int id) implements Serializable {}

    private record Event(long at, long number, Runnable does) {}

    /** Encodes what is sent here: calls, and values, which are numbers. */
    private static final class Codec implements ObjectCodec {
        @Override
        public byte[] encode(@Nullable Object value) {
            if (value instanceof Sent sent) {
                return ByteBuffer.allocate(Integer.BYTES).putInt(sent.id()).array();
            }
            if (value instanceof Long number) {
                return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
            }
            throw new CommException("cannot send " + value);
        }

        @Override
        public Object decode(byte[] bytes) {
            ByteBuffer all = ByteBuffer.wrap(bytes);
            return bytes.length == Integer.BYTES ? new Sent(all.getInt()) : (Object) all.getLong();
        }
    }

    private final long seed;
    private final Random random;
    private final GivenCalls given;
    private final IntSupplier givenLeft;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<String> lines = new ArrayList<>();
    private final List<Plan> plans = new ArrayList<>(); // by their numbers
    private final Map<Integer, Engine> engines = new TreeMap<>(); // those that live, by their seats
    private final Set<Integer> seats = new TreeSet<>(); // those that the coordinator knows
    private final Map<Plan, Engine> tops = new HashMap<>(); // calls of the program that are not done
    private final ObjectCodec codec = new Codec();
    private IntConsumer whenEngineGoes = seat -> {};
    private long now = 1;
    private long numbers;
    private int nextSeat;
    private final boolean cancels; // whether many calls are cancelled

    /** @param givenLeft returns how many given calls wait for an answer at the coordinator */
    public SimulatedCalls(long seed, GivenCalls given, IntSupplier givenLeft) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.cancels = random.nextInt(3) == 0;
        this.given = given;
        this.givenLeft = givenLeft;
    }

    // --- the run --------------------------------------------------------------------------------------------------

    /** Plays the run; throws if something goes wrong in it. */
    public void play() {
        given.routes(new Routes());
        int count = 2 + random.nextInt(3);
        for (int engine = 0; engine < count; engine++) {
            join();
        }
        int top = 1 + random.nextInt(3);
        for (int call = 0; call < top; call++) {
            begin(plan(0, false));
        }
        int kills = random.nextInt(3);
        for (int kill = 0; kill < kills; kill++) {
            in(random.nextInt(40) * MILLI + micros(999), this::kill);
        }
        while (!tops.isEmpty()) {
            next(
                    END,
                    "calls of the program that are not done: "
                            + tops.keySet().stream().map(Plan::id).toList());
        }
        long until = now + AFTER_THE_LAST;
        while (now < until) {
            next(until + END, "the end");
        }
        requireRest();
    }

    private void next(long end, String expected) {
        Event event = events.poll();
        if (event == null || event.at() > end) {
            throw wrong("expected an end, found after " + now / MILLI + " ms " + expected);
        }
        now = event.at();
        event.does().run();
        Thread.interrupted(); // a cancelled call's thread is this one
    }

    private void requireRest() {
        engines.values().forEach(engine -> {
            if (!engine.frames.isEmpty()) {
                throw wrong("expected an engine without calls after the end, found that engine " + engine.seat
                        + " runs " + engine.frames);
            }
            if (engine.pool.room() != engine.places) {
                throw wrong("expected " + engine.places + " free places of engine " + engine.seat + ", found "
                        + engine.pool.room());
            }
        });
        if (givenLeft.getAsInt() != 0) {
            throw wrong("expected that each given call was answered, found " + givenLeft.getAsInt() + " that were not");
        }
    }

    private AssertionError wrong(String what) {
        int from = Math.max(0, lines.size() - MOST_LINES);
        return new AssertionError(
                "seed " + seed + ": " + what + "\n" + String.join("\n", lines.subList(from, lines.size())));
    }

    private void log(String line) {
        lines.add(String.format("%10.3f ms  %s", now / 1e6, line));
    }

    private void in(long nanos, Runnable does) {
        events.add(new Event(now + nanos, numbers++, does));
    }

    private long micros(int most) {
        return (1 + random.nextInt(most)) * MICRO;
    }

    private Plan plan(int depth, boolean mayNever) {
        int id = plans.size();
        plans.add(null);
        List<Plan> calls = new ArrayList<>();
        List<Use> uses = new ArrayList<>();
        int most = depth >= MOST_DEPTH ? 0 : random.nextInt(depth == 0 || cancels ? 9 : 5);
        for (int call = 0; call < most && plans.size() < MOST_CALLS; call++) {
            int drawn = random.nextInt(10);
            Use use = drawn < (cancels ? 4 : 7) ? Use.ASKS : drawn < (cancels ? 5 : 9) ? Use.LEAVES : Use.CANCELS;
            calls.add(plan(depth + 1, use == Use.CANCELS));
            uses.add(use);
        }
        int drawn = random.nextInt(20);
        Ending ending =
                mayNever && drawn < 10 ? Ending.NEVER : drawn == 19 && depth > 0 ? Ending.THROWS : Ending.RETURNS;
        Plan plan = new Plan(id, ending, calls, uses);
        plans.set(id, plan);
        return plan;
    }

    private void begin(Plan top) {
        List<Engine> all = List.copyOf(engines.values());
        Engine engine = all.get(random.nextInt(all.size()));
        tops.put(top, engine);
        engine.in(
                micros(900),
                () -> engine.new Frame(top, null, outcome -> {
                    if (!(outcome instanceof Long value) || value != top.value()) {
                        throw wrong("expected " + top.value() + " of call " + top.id() + " of the program, found "
                                + outcome);
                    }
                    tops.remove(top);
                }));
    }

    private void join() {
        Engine engine = new Engine(nextSeat++, 1 + random.nextInt(3));
        engines.put(engine.seat, engine);
        seats.add(engine.seat);
        engine.ticks();
    }

    private void kill() {
        if (engines.size() < 2) {
            return;
        }
        List<Engine> all = List.copyOf(engines.values());
        Engine engine = all.get(random.nextInt(all.size()));
        log("engine " + engine.seat + " is killed");
        engine.alive = false;
        engines.remove(engine.seat);
        if (random.nextBoolean()) {
            engine.lastWords = now + micros(2_000); // what it sends later is lost
        }
        in(micros(30_000), () -> {
            log("the coordinator knows that engine " + engine.seat + " is gone");
            seats.remove(engine.seat);
            whenEngineGoes.accept(engine.seat);
            tops.entrySet().stream()
                    .filter(top -> top.getValue() == engine)
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(this::begin);
        });
        if (random.nextBoolean()) {
            in(micros(60_000), this::join);
        }
    }

    // --- the coordinator's ways ------------------------------------------------------------------------------------

    private final class Routes implements CallRoutes {
        @Override
        public void cancel(EngineCommand.CancelCalls calls) {
            engines.values().forEach(engine -> engine.arrives(() -> engine.cancelled(calls)));
        }

        @Override
        public void tell(int seat, byte[] news) {
            Engine engine = engines.get(seat);
            if (engine != null) {
                engine.arrives(() -> engine.hears(news));
            }
        }

        @Override
        public Set<Integer> seats() {
            return Set.copyOf(seats);
        }

        @Override
        public void whenEngineGoes(IntConsumer told) {
            whenEngineGoes = told;
        }

        @Override
        public boolean runAlone(byte[] call) {
            return false;
        }

        @Override
        public void whenOwnEngineGoes(Runnable told) {}

        @Override
        public void share(long id, byte[] encoded) {}

        @Override
        public void unshare(long id) {}
    }

    // --- an engine -------------------------------------------------------------------------------------------------

    private static final class NoSignal implements Signal {
        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            return condition.getAsBoolean();
        }

        @Override
        public void raise() {}
    }

    /** The way of best values, of which these calls have none. */
    private static final class NoWay implements Bests.Way {
        @Override
        public void tell(long id, byte[] value) {
            throw new IllegalStateException("no best value is made");
        }

        @Override
        public void ask(long id) {
            throw new IllegalStateException("no best value is made");
        }

        @Override
        public void tickSoon() {
            throw new IllegalStateException("no best value is made");
        }

        @Override
        public void fault(Throwable why) {
            throw new IllegalStateException(why);
        }
    }

    private final class Engine {
        private final int seat;
        private final int places;
        private final CallPool pool;
        private final EngineCalls calls;
        private final Outlet outlet;
        private final CallExchange exchange;
        private final ProgramCalls program = new ProgramCalls(alone -> {});
        private final Set<Frame> frames = new HashSet<>(); // calls that run
        private final Map<SubmittedCall<?>, Frame> own = new HashMap<>(); // those that calls of this engine submitted
        private final Set<Long> unwanted = new HashSet<>(); // given calls of which it knows that nobody wants them
        private final Map<Integer, Long> awayBy = new HashMap<>(); // numbers of calls that were sent away, by their own
        private final Set<Long> begunAway = new HashSet<>();
        private int givenHere; // calls that came and have not begun
        private boolean alive = true;
        private long lastWords = Long.MAX_VALUE;
        private long lastToHere;
        private long lastFromHere;

        Engine(int seat, int places) {
            this.seat = seat;
            this.places = places;
            Surroundings around =
                    new Surroundings(() -> now, NoSignal::new, work -> new Thread(() -> {}), (of, fault) -> {
                        throw new IllegalStateException(fault);
                    });
            this.pool = new CallPool(places, around, () -> null);
            EngineCalls.Program noProgram = new EngineCalls.Program() {
                @Override
                public void note(String words) {
                    throw new IllegalStateException(words);
                }

                @Override
                public boolean takes(String name, byte[] call) {
                    throw new IllegalStateException(name);
                }
            };
            this.calls = new EngineCalls(
                    pool, codec, new Bests(new NoWay(), () -> now, NoSignal::new), noProgram, CallWatch.NONE);
            this.outlet = new Outlet(new OwnBag.Means(
                    codec,
                    new Voice(said -> says(((Utterance.Payload) said).bytes())),
                    program,
                    id -> {
                        throw new IllegalStateException("no value is shared");
                    },
                    around,
                    "engine-" + seat));
            this.exchange = new CallExchange(pool, calls, outlet, this::given, true);
            pool.ofEngine(calls, exchange::tick);
        }

        void in(long nanos, Runnable does) {
            SimulatedCalls.this.in(nanos, () -> {
                if (alive) {
                    does.run();
                    looks();
                }
            });
        }

        /** Lets something arrive here from the coordinator, after all that was sent before. */
        void arrives(Runnable does) {
            lastToHere = Math.max(lastToHere, now + micros(random.nextInt(10) == 0 ? 30_000 : 300));
            in(lastToHere - now, does);
        }

        private void says(byte[] said) {
            if (!alive) {
                return;
            }
            note(said);
            lastFromHere = Math.max(lastFromHere, now + micros(random.nextInt(10) == 0 ? 30_000 : 300));
            SimulatedCalls.this.in(lastFromHere - now, () -> {
                if (now <= lastWords && given.take(seat, said).length > 0) {
                    throw wrong("expected no answer for the program, found one of engine " + seat);
                }
            });
        }

        /** Notes under which number a call goes away. */
        private void note(byte[] said) {
            ByteBuffer all = ByteBuffer.wrap(said);
            while (all.hasRemaining()) {
                long number = all.getLong();
                byte kind = all.get();
                byte[] content = new byte[all.getInt()];
                all.get(content);
                if (kind == CallAnswer.SUBMITTED) {
                    int id = ((Sent) codec.decode(content)).id();
                    log("engine " + seat + " sends call " + id + " away");
                    awayBy.put(id, number);
                }
            }
        }

        void hears(byte[] news) {
            ByteBuffer all = ByteBuffer.wrap(news);
            long number = all.getLong();
            byte kind = all.get();
            if (kind == CallAnswer.RUN) {
                givenHere++;
                log("engine " + seat + " gets a call, and has " + givenHere + " that have not begun");
                if (givenHere > 4 * places) {
                    throw wrong("expected no more given calls than there are places, found " + givenHere
                            + " that have not begun in engine " + seat + " with " + places);
                }
            }
            exchange.hear(news);
            exchange.tick();
            if (kind == CallAnswer.BEGUN && number < ProgramCalls.FIRST_GIVEN) {
                begunAway.add(number);
            } else if (kind == CallAnswer.LOST) {
                begunAway.remove(number);
            }
        }

        void cancelled(EngineCommand.CancelCalls cancel) {
            program.cancel(cancel);
            for (long number : cancel.numbers()) {
                unwanted.add(number);
            }
            frames.stream()
                    .filter(frame -> unwanted.contains(frame.number))
                    .forEach(frame -> frame.stopped |= cancel.interrupt());
        }

        void ticks() {
            exchange.tick();
            in(micros(2_000), this::ticks);
        }

        /** Lets free threads begin what waits. */
        private void looks() {
            for (Runnable next = pool.take(); next != null; next = pool.take()) {
                if (next instanceof SubmittedCall<?> call) {
                    begins(call, null);
                } else {
                    next.run(); // given() is told
                }
            }
        }

        private void begins(SubmittedCall<?> call, @Nullable Frame waits) {
            Sent sent = (Sent) call.submitted();
            Runnable over = () -> {
                if (waits != null) {
                    pool.takePlace();
                    waits.next();
                }
            };
            if (call.isDone()) { // it was cancelled
                over.run();
                return;
            }
            Frame frame = new Frame(plans.get(sent.id()), call, outcome -> {
                if (outcome instanceof Throwable thrown) {
                    call.threw(thrown);
                } else {
                    call.returned(outcome);
                }
            });
            frame.after = over;
        }

        /** Runs a given call, as the bag does. */
        private void given(byte[] task) {
            givenHere--;
            ByteBuffer bytes = ByteBuffer.wrap(task);
            long number = bytes.getLong();
            byte[] call = new byte[bytes.remaining()];
            bytes.get(call);
            if (!program.begin(number)) {
                outlet.add(number, CallAnswer.NOT_BEGUN, new byte[0], true);
                return;
            }
            int id = ((Sent) codec.decode(call)).id();
            if (unwanted.contains(number)) {
                throw wrong("expected that no cancelled call begins, found that engine " + seat + " begins call " + id);
            }
            outlet.add(number, CallAnswer.BEGUN, new byte[0], true);
            Frame frame = new Frame(plans.get(id), null, outcome -> {
                program.end(number);
                if (outcome instanceof Throwable thrown) {
                    byte[] words = CallAnswer.thrown(thrown, codec, read -> {});
                    outlet.add(number, CallAnswer.THROWN, words, true);
                } else {
                    outlet.add(number, CallAnswer.VALUE, codec.encode(outcome), true);
                }
            });
            frame.number = number;
            program.whenCancelled(number, frame.begun::end);
        }

        /** A call that runs on a thread of its own. Each step is an event. */
        private final class Frame {
            private final Plan plan;
            private final BegunCall begun;
            private final @Nullable SubmittedCall<?> future;
            private final Consumer<Object> answers;
            private final List<SubmittedCall<Object>> submitted = new ArrayList<>();
            private Runnable after = () -> {};
            private long number = -1;
            private int asked;
            private boolean stopped;
            private boolean over;
            private long value;

            Frame(Plan plan, @Nullable SubmittedCall<?> future, Consumer<Object> answers) {
                this.plan = plan;
                this.future = future;
                this.answers = answers;
                this.value = plan.id();
                log("engine " + seat + " begins " + this);
                begun = pool.begin(new Sent(plan.id()));
                begun.ended(); // of this thread, which is that of all
                frames.add(this);
                if (future != null) {
                    own.put(future, this);
                }
                next();
            }

            private void next() {
                in(micros(random.nextInt(8) == 0 ? 8_000 : 400), this::step);
            }

            private void step() {
                if (over) {
                    return;
                }
                if (stopped || begun.isUnwanted()) {
                    ends(new InterruptedException("call " + plan.id()));
                } else if (submitted.size() < plan.calls().size()) {
                    submit(plan.calls().get(submitted.size()));
                    next();
                } else if (asked < plan.calls().size()) {
                    use(submitted.get(asked), plan.uses().get(asked));
                } else if (plan.ending() == Ending.THROWS) {
                    ends(new IllegalStateException("call " + plan.id()));
                } else if (plan.ending() == Ending.NEVER) {
                    next();
                } else {
                    submitted.stream()
                            .filter(call -> !call.isDone())
                            .findFirst()
                            .ifPresentOrElse(this::await, () -> {
                                begun.awaitCalls();
                                ends(value);
                            });
                }
            }

            private void submit(Plan call) {
                List<SubmittedCall<Object>> made = new ArrayList<>();
                made.add(calls.made(new Sent(call.id()), CallLimits.NONE, null, begun, () -> done(made.get(0), call)));
                submitted.add(made.get(0));
                pool.submit(made.get(0));
            }

            private void done(SubmittedCall<Object> call, Plan its) {
                if (call.isCancelled()) {
                    Frame runs = own.get(call);
                    if (runs != null) {
                        runs.begun.end();
                        runs.stopped = true;
                    }
                } else if (!outcome(call).equals(expected(its))) {
                    throw wrong("expected " + expected(its) + " of call " + its.id() + ", found " + outcome(call));
                }
            }

            private void use(SubmittedCall<Object> call, Use use) {
                if (use == Use.ASKS && !call.isDone()) {
                    await(call);
                    return;
                }
                asked++;
                if (use == Use.ASKS) {
                    value = 31 * value + (outcome(call) instanceof Long number ? number : -1);
                } else if (use == Use.CANCELS) {
                    in(micros(random.nextBoolean() ? 30_000 : 300), () -> {
                        call.cancel(true);
                        next();
                    });
                    return;
                }
                next();
            }

            /** Waits for a call like the pool does: runs it here if nobody has begun it. */
            private void await(SubmittedCall<Object> call) {
                if (pool.claim(call)) {
                    begun.drop(call);
                    pool.givePlace(); // the other takes it
                    begins(call, this);
                    return;
                }
                pool.givePlace();
                awaits(call, now);
            }

            private void awaits(SubmittedCall<Object> call, long since) {
                in(micros(1_000), () -> {
                    if (over) {
                        return;
                    }
                    if (call.isDone() || stopped) {
                        pool.takePlace();
                        step();
                    } else if (now - since >= AWAY && call.takeBack()) {
                        int id = ((Sent) call.submitted()).id();
                        log("engine " + seat + " takes call " + id + " back");
                        if (begunAway.contains(awayBy.get(id))) {
                            throw wrong(
                                    "expected that no call is taken back that has begun elsewhere, found that engine "
                                            + seat + " takes call " + id + " back");
                        }
                        begins(call, this);
                    } else {
                        awaits(call, since);
                    }
                });
            }

            private void ends(Object outcome) {
                over = true;
                log("engine " + seat + " ends " + this + ": " + outcome);
                if (outcome instanceof Throwable) {
                    begun.abandonCalls();
                }
                pool.ended(begun);
                frames.remove(this);
                if (future != null) {
                    own.remove(future);
                }
                answers.accept(outcome);
                after.run();
            }

            @Override
            public String toString() {
                return "call " + plan.id()
                        + (number < 0 ? "" : " as given call " + (number - ProgramCalls.FIRST_GIVEN));
            }
        }
    }

    private static Object expected(Plan plan) {
        return plan.ending() == Ending.THROWS ? "threw" : plan.value();
    }

    private Object outcome(SubmittedCall<Object> done) {
        try {
            return done.get();
        } catch (ExecutionException thrown) {
            String words = String.valueOf(thrown.getCause().getMessage());
            return words.contains("call " + ((Sent) done.submitted()).id()) ? "threw" : words;
        } catch (InterruptedException never) {
            throw new IllegalStateException(never); // it is done
        }
    }
}
