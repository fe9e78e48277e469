package org.moide.coordinator.workers;

import java.util.List;
import org.moide.engine.Answer;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * A worker application that notices errors in the handling of tasks. Workers form a ring and take steps with their
 * neighbours. In each step they also send numbered tasks that are forwarded, send requests to servers and wait for the
 * answers, await planned tasks and tasks that follow these, start workers that end again, or send tasks to a group. A
 * task that is lost, undone, repeated or out of order causes an exception or a wrong result; the result is compared
 * with that of a run in one thread.
 *
 * <p>Workers in a ring of odd length send no requests to servers, so that checkpoints need no moment in which all
 * workers rest. Workers cannot wait for each other in a circle: only workers of the ring and the previous server send
 * requests to a server, and only servers send planned tasks.
 */
public class NumberedTasks implements WorkerApplication<NumberedState, NumberedTask, NumberedResult> {
    private static final int SERVERS = 3;
    private static final long GROUP = 0;
    private static final long FIRST_STARTED = 1_000_000;
    private static final int CHORES = 3;
    private static final int HOPS = 2;
    private static final long CHOOSY = 3;
    private static final Directives ANYWHERE = Directives.NONE.moveAnywhere();

    private final int ring;
    private final int steps;
    private final Work work;

    /** Lets time pass in a handler, as if the handler computed. */
    @FunctionalInterface
    protected interface Work {
        void take(int units);
    }

    /**
     * Creates the application.
     *
     * @param ring the number of workers in the ring; 6 or more
     */
    protected NumberedTasks(int ring, int steps, Work work) {
        this.ring = ring;
        this.steps = steps;
        this.work = work;
    }

    /** Returns the result that a run must have, from a run in one thread. */
    static NumberedResult expected(int ring, int steps) {
        return new SequentialWorkers<>(new NumberedTasks(ring, steps, units -> {}), 1).run();
    }

    /** Returns the number that a run must report as {@code total}. */
    public static long total(int ring, int steps) {
        return expected(ring, steps).total();
    }

    static long mixed(long first, long second, long third) {
        long mixed = (first * 0x9E3779B97F4A7C15L + second) * 0xBF58476D1CE4E5B9L + third;
        mixed = (mixed ^ (mixed >>> 29)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 32);
    }

    /**
     * Returns the directives for a worker that needs particular engines, which are one worker of the ring and all
     * workers that are started. Here this adds no condition to {@code directives}; subclasses add some.
     */
    protected Directives choosy(Directives directives) {
        return directives;
    }

    /**
     * Notes that a worker which needs particular engines, as {@link #choosy} has set, handles a task on this engine.
     */
    protected void choosyWorkerIsHere(long worker) {}

    @Override
    public void begin(WorkerSetup<NumberedTask> setup) {
        setup.worker(0, Directives.NONE.startOn(0));
        setup.worker(1, Directives.NONE.moveTo(0, 1));
        setup.worker(2, ANYWHERE.neighbours(1, 3));
        setup.worker(CHOOSY, choosy(ANYWHERE));
        setup.workers(CHOOSY + 1, ring - CHOOSY - 1, ANYWHERE);
        setup.workers(ring, SERVERS, ANYWHERE.weight(0, 2));
        setup.group(GROUP, ring, SERVERS);
        setup.dependencies();
        for (long worker = 0; worker < ring; worker++) {
            setup.send(worker, new NumberedTask.Begin());
        }
    }

    @Override
    public NumberedState state(long worker, WorkerContext<NumberedState, NumberedTask> context) {
        return new NumberedState(worker);
    }

    @Override
    public void handle(NumberedTask task, WorkerContext<NumberedState, NumberedTask> context) {
        NumberedState state = context.state();
        state.handled++;
        state.requireNext(task);
        if (context.worker() == CHOOSY || context.worker() >= FIRST_STARTED) {
            choosyWorkerIsHere(context.worker());
        }
        if (task instanceof NumberedTask.Begin) {
            begin(state, context);
        } else if (task instanceof NumberedTask.Border border) {
            state.heard(border.from(), border.number());
            state.border(border.step(), border.from() == at(context.worker() - 1) ? 0 : 1, border.value());
            advance(state, context);
        } else if (task instanceof NumberedTask.Wanderer wanderer) {
            state.heard(wanderer.from(), wanderer.number());
            state.sum += mixed(wanderer.payload(), wanderer.hops(), context.worker());
            work.take(1);
            goOn(wanderer.payload(), wanderer.hops(), state, context);
        } else if (task instanceof NumberedTask.Please please) {
            state.heard(please.from(), please.number());
            context.send(
                    please.from(),
                    please.planned(),
                    new NumberedTask.Planned(please.planned(), mixed(please.planned(), please.from(), 29)));
        } else if (task instanceof NumberedTask.Planned planned) {
            state.planned(planned.planned());
            state.sum += planned.payload();
        } else if (task instanceof NumberedTask.Late late) {
            state.requirePlanned(late.after());
            state.sum += late.payload();
        } else if (task instanceof NumberedTask.ForAny any) {
            state.forAny += any.payload();
            state.handledForAny++;
        } else if (task instanceof NumberedTask.ForAll all) {
            state.heard(-1 - all.from(), all.number());
            state.sum += mixed(all.payload(), context.worker(), all.from());
        } else if (task instanceof NumberedTask.Chore chore) {
            chore(chore, state, context);
        } else if (task instanceof NumberedTask.Done done) {
            state.heard(done.from(), done.number());
            state.sum += done.payload();
        } else {
            throw new IllegalStateException("worker " + context.worker() + ": expected to be asked " + task);
        }
    }

    /** Handles a request to a server and returns the answer. */
    @Override
    public Long answer(NumberedTask request, WorkerContext<NumberedState, NumberedTask> context) {
        if (!(request instanceof NumberedTask.Question question)) {
            throw new IllegalStateException("worker " + context.worker() + ": expected a question, found " + request);
        }
        NumberedState state = context.state();
        state.handled++;
        state.heard(question.from(), question.number());
        state.sum += mixed(question.payload(), question.from(), 7);
        long next = context.worker() + 1;
        boolean passesOn = !question.passedOn() && next < ring + SERVERS && question.payload() % 2 == 0;
        work.take(1);
        if (!passesOn) {
            return mixed(question.payload(), context.worker(), 11);
        }
        return context.ask(next, question(question.payload(), true, next, state, context), Long.class)
                        .get()
                + 1;
    }

    private NumberedTask.Question question(
            long payload,
            boolean passedOn,
            long to,
            NumberedState state,
            WorkerContext<NumberedState, NumberedTask> context) {
        return new NumberedTask.Question(context.worker(), state.numberTo(to), payload, passedOn);
    }

    private long at(long place) {
        return Math.floorMod(place, ring);
    }

    private void advance(NumberedState state, WorkerContext<NumberedState, NumberedTask> context) {
        while (state.step < steps && state.advance()) {
            if (state.step < steps) {
                begin(state, context);
            }
            if (context.state() != state) {
                return; // the worker's state was replaced by an equal copy
            }
        }
    }

    /** Begins a step: sends the worker's value to its two neighbours, and does what else the step has. */
    private void begin(NumberedState state, WorkerContext<NumberedState, NumberedTask> context) {
        long self = context.worker();
        int step = state.step;
        work.take(3);
        for (long neighbour : List.of(at(self - 1), at(self + 1))) {
            context.send(neighbour, new NumberedTask.Border(self, state.numberTo(neighbour), step, state.value));
        }
        if (step % 2 == 0) {
            goOn(mixed(self, step, 13), HOPS, state, context);
        }
        if (step % 3 == 1 && ring % 2 == 0) {
            ask(ring + at(self + step) % SERVERS, state, context);
        }
        if (step % 5 == 2) {
            plan(step, state, context);
        }
        if (step % 4 == 3) {
            context.sendToGroup(GROUP, new NumberedTask.ForAny(mixed(self, step, 17)));
        }
        if (step % 5 == 4) {
            startOthers(step, context);
        }
        if (step % 6 == 5) {
            context.broadcast(GROUP, new NumberedTask.ForAll(self, state.numberTo(-1), mixed(self, step, 19)));
        }
        mark(step, context);
    }

    /**
     * Changes, in some steps, how MOIDE may treat the worker: begins or ends a section in which the worker must not
     * move or does not count as active, or replaces the worker's state by an equal copy.
     */
    private static void mark(int step, WorkerContext<NumberedState, NumberedTask> context) {
        switch (step % 7) {
            case 1 -> context.active(false);
            case 2 -> context.active(true);
            case 3 -> context.movable(false);
            case 4 -> context.movable(true);
            case 5 -> context.become(context.state().copy());
            default -> {
                // The other steps change nothing.
            }
        }
    }

    private void goOn(long payload, int hops, NumberedState state, WorkerContext<NumberedState, NumberedTask> context) {
        if (hops > 0) {
            long to = at(mixed(payload, hops, 23));
            context.send(to, new NumberedTask.Wanderer(context.worker(), state.numberTo(to), payload, hops - 1));
        }
    }

    private void ask(long server, NumberedState state, WorkerContext<NumberedState, NumberedTask> context) {
        Answer<Long> answer = context.ask(server, question(state.value, false, server, state, context), Long.class);
        state.value += answer.get();
    }

    /**
     * Asks a server to send this worker a planned task, and makes the worker wait for it. Also sends a task that must
     * be handled after the planned task of another worker.
     */
    private void plan(int step, NumberedState state, WorkerContext<NumberedState, NumberedTask> context) {
        long self = context.worker();
        long server = ring + at(self + 2L * step) % SERVERS;
        context.send(server, new NumberedTask.Please(self, state.numberTo(server), planned(step, self)));
        long other = at(self - 2);
        context.sendAfter(
                other, new NumberedTask.Late(planned(step, other), mixed(self, step, 31)), planned(step, other));
        state.awaited = planned(step, self);
        context.await(state.awaited);
    }

    /** Returns the number of the planned task that a worker awaits in a step. */
    private long planned(int step, long worker) {
        return (long) step * ring + worker;
    }

    /**
     * Starts a worker that handles some {@link NumberedTask.Chore}s, and another worker that begins only when the first
     * has ended.
     */
    private void startOthers(int step, WorkerContext<NumberedState, NumberedTask> context) {
        long self = context.worker();
        long first = FIRST_STARTED + 2 * planned(step, self);
        context.start(first, choosy(ANYWHERE));
        context.start(first + 1, choosy(ANYWHERE.after(first)));
        for (int chore = 0; chore < CHORES; chore++) {
            context.send(first, new NumberedTask.Chore(self, chore, mixed(self, step, chore), CHORES - 1));
        }
        context.send(first + 1, new NumberedTask.Chore(self, 0, mixed(self, step, 37), 0));
    }

    private void chore(
            NumberedTask.Chore chore, NumberedState state, WorkerContext<NumberedState, NumberedTask> context) {
        state.heard(chore.from(), chore.number());
        state.value = state.value * 31 + chore.payload();
        work.take(1);
        if (chore.number() == chore.last()) {
            long parent = chore.from();
            context.send(parent, new NumberedTask.Done(context.worker(), state.numberTo(parent), state.value));
            context.end();
        }
    }

    @Override
    public NumberedResult result(long worker, NumberedState state) {
        return NumberedResult.of(worker, state);
    }

    @Override
    public NumberedResult merge(NumberedResult left, NumberedResult right) {
        return left.plus(right);
    }

    @Override
    public void handleResults(NumberedResult result, Report report) {
        result.require(expected(ring, steps));
        report.put("total", result.total());
        report.put("workers", result.workers());
        report.put("handled", result.handled());
    }
}
