package org.moide.coordinator.selection;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.moide.engine.host.EngineOrder;
import org.moide.engine.host.RunOwner;
import org.moide.engine.host.RunTerm;
import org.moide.engine.host.RunView;

/**
 * A run that has threads on a host, as the host's daemon, a monitor or the run's folder says. What cannot be is cut to what can.
 *
 * @param id its ID, whichever of its coordinators has it
 * @param engines how many it has there
 * @param threads how many compute threads these have; each is meant to have a processor
 * @param owner whose it is, as its coordinator claims
 * @param since when it came there, by the clock of the one who asks
 */
public record HostedRun(String id, int engines, int threads, RunOwner owner, Instant since) {
    /** More of them on one host are counted, but not named. */
    private static final int MOST_NAMED = 3;

    /** IDs have 40 letters at most. */
    private static final int MOST_LETTERS = 40;

    private static final char REPLACED = '?';

    public HostedRun {
        id = cleaned(RunTerm.of(id).run());
        engines = Math.max(1, Math.min(engines, EngineOrder.MOST_THREADS));
        threads = Math.max(1, Math.min(threads, EngineOrder.MOST_THREADS));
    }

    /** A run as a daemon sees it. */
    public static HostedRun of(RunView run, Instant now) {
        return new HostedRun(
                run.runId(), run.engines().size(), run.threads(), run.owner(), since(run.heldNanos(), now));
    }

    /** Returns the same run with what it has at another daemon of the host. */
    public HostedRun plus(HostedRun other) {
        return new HostedRun(
                id,
                engines + other.engines,
                threads + other.threads,
                owner,
                since.isBefore(other.since) ? since : other.since);
    }

    /** The same, since then: two words about it may differ by the time that they took. */
    public HostedRun since(Instant moment) {
        return new HostedRun(id, engines, threads, owner, moment);
    }

    /** When it came, by this clock. */
    public static Instant since(long heldNanos, Instant now) {
        return now.minusNanos(Math.max(0, heldNanos));
    }

    /** {@code run 62ru of anna@laptop}. */
    public String name() {
        return "run " + id + owner.words();
    }

    /** {@code run 62ru of anna@laptop has} or {@code run 62ru of anna@laptop and run 7xk of bob@desk have}. */
    static String names(List<HostedRun> runs) {
        int more = runs.size() - MOST_NAMED;
        String named = runs.stream().limit(MOST_NAMED).map(HostedRun::name).collect(Collectors.joining(", "));
        if (more > 0) {
            return named + " and " + more + (more == 1 ? " more run have" : " more runs have");
        }
        int last = named.lastIndexOf(", ");
        return last < 0 ? named + " has" : named.substring(0, last) + " and " + named.substring(last + 2) + " have";
    }

    /** How many threads they have together. */
    static int threads(Collection<HostedRun> runs) {
        long all = runs.stream().mapToLong(HostedRun::threads).sum();
        return (int) Math.min(all, EngineOrder.MOST_THREADS);
    }

    private static String cleaned(String said) {
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < Math.min(said.length(), MOST_LETTERS); i++) {
            char letter = said.charAt(i);
            kept.append(
                    letter < 128 && (Character.isLetterOrDigit(letter) || letter == '-' || letter == '_')
                            ? letter
                            : REPLACED);
        }
        return kept.toString();
    }
}
