package org.moide.coordinator.run.results;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ByteReader;
import org.moide.coordinator.text.Plural;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.executor.AnswerPieces;
import org.moide.engine.executor.CallAnswer;
import org.moide.engine.executor.CallLimits;

/**
 * The calls that engines give to others: calls that calls have submitted. When an engine offers some, all engines are
 * asked to tell when they have room; an engine that has room gets calls from one that offers. The answer goes to the
 * engine that gave the call. If the engine that runs it is lost, another runs it; if the one that gave it is lost, it is
 * cancelled, since the call that has submitted it runs again. Improvements of best values pass
 * on the same way, from each engine to all others and to the program.
 *
 * <p>Concurrency: any thread; this object guards everything. Others are called without its lock, in the order of
 * {@code acts}, which are made with it; they only queue.
 */
public final class GivenCalls {
    /**
     * The engines that may die while they run the same given call, if nothing was said of its tries; as many as a task
     * has tries by default.
     */
    static final int MOST_DEATHS = 3;

    private static final long NONE = -1;
    private static final int NOWHERE = -1;
    private static final int PROGRAM = -2; // in place of the seat of an engine that gave a call
    private static final byte[] NOTHING = {};

    /** A call that was given. */
    private static final class Given {
        private final int seat; // of the engine that gave it; PROGRAM if it runs on each engine
        private final long number; // its number there
        private final byte[] call;
        private final int mostDeaths;
        private int at = NOWHERE; // the seat of the engine that runs it
        private boolean begun;
        private boolean unwanted; // nobody waits for its answer
        private int deaths;
        private long pieceBytes; // of a long answer, that have come

        Given(int seat, long number, byte[] call) {
            this.seat = seat;
            this.number = number;
            this.call = call;
            int tries = CallLimits.in(call, 0).tries();
            this.mostDeaths = tries == 0 ? MOST_DEATHS : tries;
        }

        /** Returns whether this is the end of an answer. */
        boolean isEnd(byte kind, byte[] content) {
            if (kind != CallAnswer.PIECE) {
                return kind != CallAnswer.BEGUN;
            }
            pieceBytes += content.length - CallAnswer.PIECE_HEAD_BYTES;
            return pieceBytes >= ByteBuffer.wrap(content).getInt(Long.BYTES);
        }
    }

    /** Takes what is said to the program. */
    public interface ToProgram {
        /** Says something of an engine, the one with this seat. */
        void say(int seat, byte[] said);
    }

    private final ToProgram program;
    private final Map<Long, byte[]> early = new LinkedHashMap<>(); // calls for each engine, before there are any
    private final NavigableMap<Long, Given> open = new TreeMap<>(); // without an answer, by their numbers
    private final Set<Integer> offering = new LinkedHashSet<>(); // seats of engines that have calls to give
    private final Map<Integer, Integer> room =
            new LinkedHashMap<>(); // seats of engines that have room, and for how many
    private final AnswerPieces pieces = new AnswerPieces(); // of calls that engines give
    private long next = ProgramCalls.FIRST_GIVEN;
    private final Set<Integer> told = new HashSet<>(); // seats of engines that have told of room once
    private @Nullable CallRoutes routes;
    private boolean begun; // whether the run's engines are there

    /** @param program takes what is said to the program */
    public GivenCalls(ToProgram program) {
        this.program = program;
    }

    /** Sets the ways to engines. Called once, before the first call runs. */
    public void routes(CallRoutes known) {
        synchronized (this) {
            routes = known;
        }
        known.whenEngineGoes(this::gone);
    }

    /** Notes that the run begins: its engines are there. */
    public void begins() {
        Acts acts = new Acts();
        synchronized (this) {
            CallRoutes known = routes;
            begun = known != null;
            if (known != null) {
                early.forEach(new Sorting(known, acts)::onEach);
                early.clear();
            }
        }
        acts.perform();
    }

    /** Gives a call of the program to each engine that is there, or as soon as there are engines. */
    public void onEach(long number, byte[] call) {
        Acts acts = new Acts();
        synchronized (this) {
            CallRoutes known = routes;
            if (known == null || !begun) {
                early.put(number, call);
            } else {
                new Sorting(known, acts).onEach(number, call);
            }
        }
        acts.perform();
    }

    /** Cancels those calls of the program that run on each engine. */
    public void cancelOnEach(EngineCommand.CancelCalls unwanted) {
        Acts acts = new Acts();
        synchronized (this) {
            CallRoutes known = routes;
            early.keySet().removeIf(number -> {
                boolean cancelled = isOf(unwanted, number);
                if (cancelled) {
                    byte[] said = CallAnswer.of(number, CallAnswer.NOT_BEGUN, NOTHING);
                    acts.all.add(() -> program.say(NOWHERE, said));
                }
                return cancelled;
            });
            if (known != null) {
                open.forEach((number, given) -> {
                    if (given.seat == PROGRAM && isOf(unwanted, given.number)) {
                        EngineCommand.CancelCalls cancel = new EngineCommand.CancelCalls(
                                new long[] {number}, NONE, open.firstKey(), unwanted.interrupt());
                        acts.all.add(() -> known.cancel(cancel));
                    }
                });
            }
        }
        acts.perform();
    }

    private static boolean isOf(EngineCommand.CancelCalls unwanted, long number) {
        return number <= unwanted.upTo() || Arrays.stream(unwanted.numbers()).anyMatch(each -> each == number);
    }

    /**
     * Takes from what an engine has sent all that concerns calls which engines give.
     *
     * @return the rest, for the program
     * @throws IllegalArgumentException if an answer is longer than the message
     */
    public byte[] take(int seat, byte[] said) {
        Acts acts = new Acts();
        byte[] rest;
        synchronized (this) {
            CallRoutes known = routes;
            rest = known == null ? said : new Sorting(known, acts).sort(seat, said);
        }
        acts.perform();
        return rest;
    }

    /** Returns the number of calls that wait for an answer. */
    synchronized int size() {
        return open.size();
    }

    /** Gives the calls of an engine that is lost to others, and forgets what it gave. */
    private void gone(int seat) {
        Acts acts = new Acts();
        synchronized (this) {
            CallRoutes known = routes;
            if (known != null) {
                new Sorting(known, acts).gone(seat);
            }
        }
        acts.perform();
    }

    /** The messages to engines that come of one event. */
    private static final class Acts {
        private final List<Runnable> all = new ArrayList<>();

        void perform() {
            all.forEach(Runnable::run);
        }
    }

    /** The handling of one event. This object's lock is held. */
    private final class Sorting {
        private final CallRoutes known;
        private final Acts acts;

        Sorting(CallRoutes known, Acts acts) {
            this.known = known;
            this.acts = acts;
        }

        private void tell(int seat, long number, byte kind, byte[] content) {
            byte[] news = CallAnswer.of(number, kind, content);
            acts.all.add(() -> known.tell(seat, news));
        }

        byte[] sort(int seat, byte[] said) {
            boolean there = known.seats().contains(seat); // else these are an engine's last words
            ByteBuffer all = ByteBuffer.wrap(said);
            ByteArrayOutputStream rest = null; // null as long as all is for the program
            boolean some = false;
            while (all.remaining() >= CallAnswer.HEAD_BYTES) {
                int at = all.position();
                long number = all.getLong();
                byte kind = all.get();
                int length = all.getInt();
                if (length < 0 || length > all.remaining()) {
                    throw new IllegalArgumentException(
                            "expected an answer within its message, found one of " + length + " bytes");
                }
                int end = all.position() + length;
                boolean best = kind == CallAnswer.BEST || kind == CallAnswer.BEST_ASKED;
                if (best) {
                    passOn(seat, number, kind, Arrays.copyOfRange(said, all.position(), end));
                }
                boolean forProgram = best || kind == CallAnswer.NOTE || kind == CallAnswer.DETACHED;
                if (!forProgram && (number >= ProgramCalls.FIRST_GIVEN || kind >= CallAnswer.OFFERED)) {
                    if (rest == null) {
                        rest = new ByteArrayOutputStream();
                        rest.write(said, 0, at);
                    }
                    byte[] content = Arrays.copyOfRange(said, all.position(), end);
                    Given onEach = onEach(seat, number);
                    some |= there;
                    if (onEach != null) {
                        rest.writeBytes(forProgram(number, onEach, kind, content));
                    } else if (there) {
                        handle(seat, number, kind, content);
                    }
                } else if (rest != null) {
                    rest.write(said, at, end - at);
                }
                all.position(end);
            }
            if (some) {
                match();
            }
            return rest == null ? said : rest.toByteArray();
        }

        void onEach(long number, byte[] call) {
            Set<Integer> seats = new TreeSet<>(known.seats());
            ByteBuffer numbers = ByteBuffer.allocate(seats.size() * Integer.BYTES);
            seats.forEach(numbers::putInt);
            byte[] where = CallAnswer.of(number, CallAnswer.ENGINES, numbers.array());
            acts.all.add(() -> program.say(NOWHERE, where));
            for (int seat : seats) {
                Given given = new Given(PROGRAM, number, NOTHING);
                given.at = seat;
                open.put(next, given);
                tell(seat, next, CallAnswer.RUN, call);
                next++;
            }
        }

        /** Returns the call with this number if it runs on each engine, and on this one; otherwise null. */
        private @Nullable Given onEach(int seat, long number) {
            Given given = open.get(number);
            return given != null && given.seat == PROGRAM && given.at == seat ? given : null;
        }

        /** Returns an engine's answer to a call that runs on each, under the number that the program knows. */
        private byte[] forProgram(long number, Given given, byte kind, byte[] content) {
            if (given.isEnd(kind, content)) {
                open.remove(number);
            }
            return kind == CallAnswer.BEGUN ? NOTHING : CallAnswer.of(given.number, kind, content);
        }

        /** Tells other engines what one says of a best value. The program knows by itself whether it concerns it. */
        private void passOn(int from, long number, byte kind, byte[] content) {
            if (kind == CallAnswer.BEST || number >= 0) {
                known.seats().stream().filter(each -> each != from).forEach(each -> tell(each, number, kind, content));
            }
        }

        private void handle(int seat, long number, byte kind, byte[] content) {
            switch (kind) {
                case CallAnswer.OFFERED -> offered(seat);
                case CallAnswer.HUNGRY -> {
                    if (content.length >= Integer.BYTES) {
                        int places = ByteBuffer.wrap(content).getInt();
                        room.compute(seat, (same, before) -> places > 0 ? places : null);
                        told.add(seat);
                    }
                }
                case CallAnswer.SUBMITTED -> open.put(next++, new Given(seat, number, content));
                case CallAnswer.SUBMITTED_PIECE -> {
                    ByteReader whole = pieces.add(seat, new ByteReader(content));
                    if (whole != null) {
                        handle(seat, number, whole.get(), whole.rest());
                    }
                }
                case CallAnswer.UNWANTED -> unwanted(seat, number, content.length > 0 && content[0] == 1);
                default -> answer(seat, number, kind, content);
            }
        }

        private void offered(int seat) {
            if (known.seats().size() < 2) {
                return; // there is nobody to take them
            }
            offering.add(seat);
            known.seats().forEach(each -> {
                if (!told.contains(each)) { // it has no room, or was not ready when it was asked
                    tell(each, 0, CallAnswer.ASKED, NOTHING);
                }
            });
        }

        private void unwanted(int seat, long number, boolean interrupt) {
            Long own = numberOf(seat, number);
            if (own != null) { // else it was answered meanwhile
                cancel(List.of(own), interrupt);
            }
        }

        /** Ends calls wherever they run. They stay open until they are answered, so that engines remember them. */
        private void cancel(List<Long> unwanted, boolean interrupt) {
            long[] numbers = unwanted.stream().mapToLong(Long::longValue).toArray();
            if (numbers.length > 0) {
                EngineCommand.CancelCalls cancel =
                        new EngineCommand.CancelCalls(numbers, NONE, open.firstKey(), interrupt);
                acts.all.add(() -> known.cancel(cancel));
            }
            for (long number : numbers) {
                Given given = Objects.requireNonNull(open.get(number), "an open call");
                given.unwanted = true;
                if (given.at == NOWHERE) {
                    open.remove(number);
                }
            }
        }

        private @Nullable Long numberOf(int seat, long number) {
            for (Map.Entry<Long, Given> each : open.entrySet()) {
                if (each.getValue().seat == seat && each.getValue().number == number) {
                    return each.getKey();
                }
            }
            return null;
        }

        private void answer(int seat, long number, byte kind, byte[] content) {
            Given given = open.get(number);
            if (given == null || given.at != seat) {
                return; // it was taken back, or runs elsewhere again
            }
            given.begun |= kind == CallAnswer.BEGUN;
            if (given.isEnd(kind, content)) {
                open.remove(number);
            }
            if (kind == CallAnswer.PIECE) { // engines number their long answers each for itself
                ByteBuffer piece = ByteBuffer.wrap(content);
                piece.putLong(0, piece.getLong(0) + ((long) seat << Integer.SIZE));
            }
            if (!given.unwanted) {
                tell(given.seat, given.number, kind, content);
            }
        }

        /** Gives calls to engines that have room, and asks engines for as many more as there is room. */
        private void match() {
            for (Map.Entry<Long, Given> each : open.entrySet()) {
                Given given = each.getValue();
                if (given.at == NOWHERE && !place(each.getKey(), given)) {
                    return;
                }
            }
            int most = room.values().stream().mapToInt(Integer::intValue).sum();
            Iterator<Integer> seats = offering.iterator();
            while (most > 0 && seats.hasNext()) {
                int from = seats.next();
                int others = most - room.getOrDefault(from, 0);
                if (others <= 0) {
                    continue; // nobody else could run its calls
                }
                int wanted = Math.max(1, others / offering.size());
                seats.remove();
                tell(
                        from,
                        0,
                        CallAnswer.WANTED,
                        ByteBuffer.allocate(Integer.BYTES).putInt(wanted).array());
                most -= wanted;
            }
        }

        private boolean place(long number, Given given) {
            Integer seat = room.keySet().stream()
                    .filter(each -> each != given.seat)
                    .findFirst()
                    .orElse(null);
            if (seat == null) {
                return false;
            }
            room.computeIfPresent(seat, (same, places) -> places > 1 ? places - 1 : null);
            given.at = seat;
            given.begun = false;
            tell(seat, number, CallAnswer.RUN, given.call);
            return true;
        }

        void gone(int seat) {
            pieces.clear(seat);
            offering.remove(seat);
            room.remove(seat);
            told.remove(seat);
            open.values().removeIf(given -> given.unwanted && given.at == seat);
            cancel(
                    open.entrySet().stream()
                            .filter(each -> each.getValue().seat == seat && !each.getValue().unwanted)
                            .map(Map.Entry::getKey)
                            .toList(),
                    true); // the calls that have submitted them run again
            List<Long> over = new ArrayList<>();
            open.forEach((number, given) -> {
                if (given.at == seat) {
                    if (given.seat == PROGRAM) {
                        over.add(number);
                        return;
                    }
                    given.at = NOWHERE;
                    given.pieceBytes = 0;
                    tell(given.seat, given.number, CallAnswer.LOST, NOTHING);
                    given.deaths += given.begun ? 1 : 0;
                    if (given.deaths >= given.mostDeaths) {
                        over.add(number);
                    }
                }
            });
            for (long number : over) {
                Given given = open.remove(number);
                if (given != null && given.seat == PROGRAM) {
                    byte[] lost = CallAnswer.of(given.number, CallAnswer.LOST, NOTHING);
                    acts.all.add(() -> program.say(seat, lost));
                } else if (given != null) {
                    byte[] why = ("was running in " + Plural.of(given.deaths, "engine") + " when "
                                    + (given.deaths == 1 ? "it" : "they") + " ended")
                            .getBytes(StandardCharsets.UTF_8);
                    tell(given.seat, given.number, CallAnswer.GIVEN_UP, why);
                }
            }
            match();
        }
    }
}
