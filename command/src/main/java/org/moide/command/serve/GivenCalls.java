package org.moide.command.serve;

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
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ByteReader;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.executor.AnswerPieces;
import org.moide.engine.executor.CallAnswer;

/**
 * The calls that engines give to others: calls that calls have submitted. When an engine offers some, all engines are
 * asked to tell when they have room; an engine that has room gets calls from one that offers. The answer goes to the
 * engine that gave the call. If the engine that runs it is lost, another runs it; if the one that gave it is lost, its
 * answer is dropped, since the call that has submitted it runs again.
 *
 * <p>Concurrency: any thread; this object guards everything. Others are called without its lock, in the order of
 * {@code acts}, which are made with it; they only queue.
 */
final class GivenCalls {
    /** The engines that may die while they run the same given call; as many as a task has tries by default. */
    static final int MOST_DEATHS = 3;

    private static final long NONE = -1;
    private static final int NOWHERE = -1;
    private static final byte[] NOTHING = {};

    /** A call that was given. */
    private static final class Given {
        private final int seat; // of the engine that gave it
        private final long number; // its number there
        private final byte[] call;
        private int at = NOWHERE; // the seat of the engine that runs it
        private boolean begun;
        private int deaths;

        Given(int seat, long number, byte[] call) {
            this.seat = seat;
            this.number = number;
            this.call = call;
        }
    }

    private final NavigableMap<Long, Given> open = new TreeMap<>(); // without an answer, by their numbers
    private final Set<Integer> offering = new LinkedHashSet<>(); // seats of engines that have calls to give
    private final Map<Integer, Integer> room =
            new LinkedHashMap<>(); // seats of engines that have room, and for how many
    private final AnswerPieces pieces = new AnswerPieces(); // of calls that engines give
    private long next = ProgramCalls.FIRST_GIVEN;
    private final Set<Integer> told = new HashSet<>(); // seats of engines that have told of room once
    private @Nullable CallRoutes routes;

    /** Sets the ways to engines. Called once, before the first call runs. */
    void routes(CallRoutes known) {
        synchronized (this) {
            routes = known;
        }
        known.whenEngineGoes(this::gone);
    }

    /**
     * Takes from what an engine has sent all that concerns calls which engines give.
     *
     * @return the rest, for the program
     * @throws IllegalArgumentException if an answer is longer than the message
     */
    byte[] take(int seat, byte[] said) {
        Acts acts = new Acts();
        byte[] rest;
        synchronized (this) {
            CallRoutes known = routes;
            rest = known == null ? said : new Sorting(known, acts).sort(seat, said);
        }
        acts.perform();
        return rest;
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
                if (number >= ProgramCalls.FIRST_GIVEN || kind >= CallAnswer.OFFERED) {
                    if (rest == null) {
                        rest = new ByteArrayOutputStream();
                        rest.write(said, 0, at);
                    }
                    some |= there;
                    if (there) {
                        handle(seat, number, kind, Arrays.copyOfRange(said, all.position(), end));
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
            if (own == null) {
                return; // it was answered meanwhile
            }
            EngineCommand.CancelCalls cancel =
                    new EngineCommand.CancelCalls(new long[] {own}, NONE, open.firstKey(), interrupt);
            Given given = open.remove(own);
            if (given != null && given.at != NOWHERE) {
                acts.all.add(() -> known.cancel(cancel));
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
            if (kind == CallAnswer.PIECE) { // engines number their long answers each for itself
                ByteBuffer piece = ByteBuffer.wrap(content);
                piece.putLong(0, piece.getLong(0) + ((long) seat << Integer.SIZE));
            } else if (kind != CallAnswer.BEGUN) {
                open.remove(number);
            }
            tell(given.seat, given.number, kind, content);
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
            open.values().removeIf(given -> given.seat == seat);
            List<Long> killers = new ArrayList<>();
            open.forEach((number, given) -> {
                if (given.at == seat) {
                    given.at = NOWHERE;
                    tell(given.seat, given.number, CallAnswer.LOST, NOTHING);
                    given.deaths += given.begun ? 1 : 0;
                    if (given.deaths >= MOST_DEATHS) {
                        killers.add(number);
                    }
                }
            });
            for (long number : killers) {
                Given given = open.remove(number);
                if (given != null) {
                    byte[] why = ("was running in " + given.deaths + " engines when they ended")
                            .getBytes(StandardCharsets.UTF_8);
                    tell(given.seat, given.number, CallAnswer.GIVEN_UP, why);
                }
            }
            match();
        }
    }
}
