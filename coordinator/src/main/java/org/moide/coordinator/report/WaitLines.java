package org.moide.coordinator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.moide.commlib.waiting.Deadlock;
import org.moide.commlib.waiting.ThreadState;
import org.moide.commlib.waiting.ThreadState.Kind;
import org.moide.coordinator.text.Figures;

/** Writes lines for the user that tell what the threads of a run wait for. */
public final class WaitLines {
    /** The limit on the number of groups of waiting threads that one text describes. */
    private static final int MOST_GROUPS = 4;

    private static final double NANOS = 1e9;

    private final long nowNanos;
    private final long startNanos;

    /**
     * Creates the lines for one moment.
     *
     * @param startNanos when the run began to compute; times in the lines count from there
     */
    public WaitLines(long nowNanos, long startNanos) {
        this.nowNanos = nowNanos;
        this.startNanos = startNanos;
    }

    public record Looked(ThreadState thread, long atNanos) {
        private long sinceNanos() {
            return atNanos - thread.ageNanos();
        }
    }

    /**
     * Returns the description of a deadlock in one or two lines.
     *
     * @param looked the threads' states as engines have reported them; at least those of the threads in the deadlock
     */
    public String deadlock(Deadlock found, List<Looked> looked) {
        List<Looked> waiting = of(found.waiting(), looked);
        String waits = waiting(waiting);
        String gone = gone(of(found.gone(), looked));
        boolean one = found.gone().size() == 1;
        String lying = lying(found.waiting());
        return "deadlock: "
                + switch (found.why()) {
                    case COLLECTIVE ->
                        waits + " for " + gone.replaceFirst(" returned", ", which returned")
                                + "\nevery ID must call the same collectives, in the same order";
                    case MESSAGE ->
                        waits + ", but " + gone + " and all that " + (one ? "it has" : "they have") + " sent has come"
                                + lying;
                    case STANDSTILL ->
                        "no ID can go on and no message is under way: " + waits + (gone.isEmpty() ? "" : "; " + gone)
                                + lying;
                };
    }

    private static List<Looked> of(List<ThreadState> threads, List<Looked> looked) {
        return looked.stream().filter(one -> threads.contains(one.thread())).toList();
    }

    private String waiting(List<Looked> waiting) {
        List<String> words = new ArrayList<>();
        for (List<Looked> group : groups(waiting)) {
            words.add(words(group) + " since " + moment(group));
        }
        return String.join("; ", words);
    }

    private String gone(List<Looked> gone) {
        return gone.isEmpty() ? "" : ids(gone) + " returned from run at " + moment(gone);
    }

    private String moment(List<Looked> group) {
        long first = group.stream().mapToLong(Looked::sinceNanos).min().orElse(nowNanos);
        return Figures.seconds(Math.max(0, first - startNanos) / NANOS);
    }

    /** Returns one line for each group of threads that wait in the same call; none if no thread waits. */
    public List<String> waits(List<Looked> looked) {
        List<String> lines = new ArrayList<>();
        for (List<Looked> group : groups(looked)) {
            long first = group.stream().mapToLong(Looked::sinceNanos).min().orElse(nowNanos);
            lines.add(words(group) + " for " + Figures.seconds(Math.max(0, nowNanos - first) / NANOS));
        }
        if (!lines.isEmpty()) {
            List<Looked> gone = looked.stream()
                    .filter(one -> one.thread().kind() == Kind.RETURNED)
                    .toList();
            if (!gone.isEmpty()) {
                lines.add(gone(gone));
            }
        }
        return lines;
    }

    /** Returns the text for the user when no thread has moved for the time of {@code --stall-after}. */
    public String stalled(double seconds, List<Looked> looked) {
        List<String> waits = waits(looked);
        List<String> told = waits.size() <= MOST_GROUPS ? waits : waits.subList(0, MOST_GROUPS);
        return "nothing has moved for " + Figures.seconds(seconds) + ": " + String.join("; ", told)
                + lying(looked.stream().map(Looked::thread).toList())
                + "\nthe run goes on; 'moide status' shows who waits, --stall-after sets when this is said";
    }

    /** Groups the waiting threads by the call that they wait in and its line in the source. */
    private static List<List<Looked>> groups(List<Looked> looked) {
        Map<String, List<Looked>> groups = new LinkedHashMap<>();
        for (Looked one : looked) {
            if (one.thread().waits()) {
                groups.computeIfAbsent(one.thread().kind() + what(one.thread()), fresh -> new ArrayList<>())
                        .add(one);
            }
        }
        return List.copyOf(groups.values());
    }

    private static String words(List<Looked> group) {
        ThreadState first = group.get(0).thread();
        return ids(group)
                + (group.size() == 1 ? " waits " : " wait ")
                + (first.kind() == Kind.WAITING ? "in " : "for ")
                + what(first);
    }

    private static String what(ThreadState thread) {
        return thread.primitive() + (thread.where().isEmpty() ? "" : " (" + thread.where() + ")");
    }

    private static String lying(List<ThreadState> threads) {
        return threads.stream()
                .filter(thread -> !thread.unreceived().isEmpty())
                .limit(MOST_GROUPS)
                .map(thread -> "; ID " + thread.id() + " has not received "
                        + thread.unreceived().stream()
                                .map(message -> "a message from " + message.sender() + ", tag " + message.tag())
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining());
    }

    /** Returns the IDs of the threads as text, such as {@code ID 3} or {@code IDs 0, 2-5}. */
    private static String ids(List<Looked> group) {
        List<Integer> ids =
                group.stream().map(one -> one.thread().id()).sorted().toList();
        List<String> ranges = new ArrayList<>();
        for (int from = 0; from < ids.size(); ) {
            int to = from;
            while (to + 1 < ids.size() && ids.get(to + 1) == ids.get(to) + 1) {
                to++;
            }
            ranges.add(to == from ? "" + ids.get(from) : ids.get(from) + (to == from + 1 ? ", " : "-") + ids.get(to));
            from = to + 1;
        }
        return (ids.size() == 1 ? "ID " : "IDs ") + String.join(", ", ranges);
    }
}
