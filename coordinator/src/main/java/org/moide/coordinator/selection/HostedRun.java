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
 * A run that has threads on a host, as the host's daemon, a monitor or the run's folder reports it. The constructor
 * corrects values out of range, since another program may have sent them.
 *
 * @param id its ID; a run keeps it when its coordinator is replaced
 * @param engines the number of its engines on the host
 * @param threads the number of compute threads of these engines; each needs a processor
 * @param owner the run's owner, as its coordinator claims
 * @param since when its first thread came to the host, by the clock of the process that asks
 */
public record HostedRun(String id, int engines, int threads, RunOwner owner, Instant since) {
    /** The limit on the number of runs that a text names. Further runs are only counted. */
    private static final int MOST_NAMED = 3;

    private static final int MOST_LETTERS = 40;

    private static final char REPLACED = '?';

    public HostedRun {
        id = cleaned(RunTerm.of(id).run());
        engines = Math.max(1, Math.min(engines, EngineOrder.MOST_THREADS));
        threads = Math.max(1, Math.min(threads, EngineOrder.MOST_THREADS));
    }

    /** Creates the record from a daemon's report of a run. */
    public static HostedRun of(RunView run, Instant now) {
        return new HostedRun(
                run.runId(), run.engines().size(), run.threads(), run.owner(), since(run.heldNanos(), now));
    }

    /** Adds the engines and threads that the same run has at another daemon of the same host. */
    public HostedRun plus(HostedRun other) {
        return new HostedRun(
                id,
                engines + other.engines,
                threads + other.threads,
                owner,
                since.isBefore(other.since) ? since : other.since);
    }

    /**
     * Returns a copy with another value of {@code since}. Reports compute this value anew each time, so two reports of
     * the same arrival have values that differ a little.
     */
    public HostedRun since(Instant moment) {
        return new HostedRun(id, engines, threads, owner, moment);
    }

    /** Returns the moment that was {@code heldNanos} before {@code now}. */
    public static Instant since(long heldNanos, Instant now) {
        return now.minusNanos(Math.max(0, heldNanos));
    }

    /** Returns a text such as {@code run 62ru of anna@laptop}. */
    public String name() {
        return "run " + id + owner.words();
    }

    /**
     * Returns a text such as {@code run 62ru of anna@laptop has} or
     * {@code run 62ru of anna@laptop and run 7xk of bob@desk have}.
     */
    static String names(List<HostedRun> runs) {
        int more = runs.size() - MOST_NAMED;
        String named = runs.stream().limit(MOST_NAMED).map(HostedRun::name).collect(Collectors.joining(", "));
        if (more > 0) {
            return named + " and " + more + (more == 1 ? " more run have" : " more runs have");
        }
        int last = named.lastIndexOf(", ");
        return last < 0 ? named + " has" : named.substring(0, last) + " and " + named.substring(last + 2) + " have";
    }

    /** Returns the number of threads of all these runs together. */
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
