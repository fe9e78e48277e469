package org.moide.command.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.NoHostsException;

/** The runs that this machine and other hosts know, for a command about some of them. Used by one thread. */
public final class KnownRuns implements AutoCloseable {
    private static final int MOST_NAMED = 8;

    private final List<Place> places;
    private final Runnable closing;
    private final List<String> problems = new ArrayList<>();

    /** A host that knows runs. The connection is opened at the first call. */
    public static final class Place {
        private final String name;
        private final Supplier<HostRuns> finding;
        private @Nullable HostRuns runs;

        /**
         * Creates the place without connecting to it.
         *
         * @param name the host's name for the user; empty for this machine
         * @param finding connects to the host, or throws a {@link CommException}
         */
        public Place(String name, Supplier<HostRuns> finding) {
            this.name = name;
            this.finding = finding;
        }

        /** Returns the host's name for the user; empty for this machine. */
        public String name() {
            return name;
        }

        /**
         * Returns the remote object by which the host is asked.
         *
         * @throws CommException if the host does not answer
         */
        public HostRuns runs() {
            HostRuns found = runs;
            if (found == null) {
                found = finding.get();
                runs = found;
            }
            return found;
        }
    }

    /**
     * A run, and the host from which its state comes.
     *
     * @param at the host
     * @param sight the run's state there
     */
    public record Found(Place at, RunSight sight) {
        /** Returns the run's ID. */
        public String id() {
            return sight.run();
        }

        /** Returns the remote object by which the run's host is asked. */
        public HostRuns host() {
            return at.runs();
        }
    }

    /**
     * Creates the object.
     *
     * @param places the hosts in the order of asking; if several know a run, the first counts
     * @param closing called by {@link #close}
     */
    public KnownRuns(List<Place> places, Runnable closing) {
        this.places = List.copyOf(places);
        this.closing = closing;
    }

    /** Returns this machine as a host that knows runs. */
    public Place own() {
        return places.get(0);
    }

    /**
     * Returns the first host other than this machine that answers.
     *
     * @throws NoHostsException if none answers
     */
    public Place firstOther() {
        List<String> silent = new ArrayList<>();
        for (Place place : others()) {
            try {
                place.runs().missingJars(List.of());
                return place;
            } catch (CommException noAnswer) {
                silent.add(place.name() + ": " + noAnswer.getMessage());
            }
        }
        throw new NoHostsException("none of the hosts can coordinate the run\n" + String.join("\n", silent));
    }

    /** Returns the hosts other than this machine. */
    public List<Place> others() {
        return places.subList(1, places.size());
    }

    /**
     * Returns the ended runs whose reports other hosts keep. Each run is returned with one of these hosts. Leaves out
     * hosts that do not answer.
     */
    public Map<KeptRun, Place> ended() {
        Map<KeptRun, Place> all = new LinkedHashMap<>();
        problems.clear();
        for (Place place : others()) {
            try {
                place.runs().ended().forEach(run -> all.putIfAbsent(run, place));
            } catch (CommException noAnswer) {
                problems.add(place.name() + ": " + noAnswer.getMessage());
            }
        }
        return all;
    }

    /** Returns all runs, each from the host that knows it best. */
    public List<Found> all() {
        Map<String, Found> all = new LinkedHashMap<>();
        problems.clear();
        for (Place place : places) {
            try {
                for (RunSight sight : place.runs().runs()) {
                    Found found = new Found(place, sight);
                    all.merge(sight.run(), found, (before, now) -> isBetter(now, before) ? now : before);
                }
            } catch (CommException noAnswer) {
                problems.add(place.name() + ": " + noAnswer.getMessage());
            }
        }
        return List.copyOf(all.values());
    }

    /**
     * Returns the runs whose IDs begin with this name. Other hosts are asked only if this machine does not know exactly
     * one.
     */
    private List<Found> named(String name) {
        Place own = own();
        List<RunSight> here = own.runs().runs().stream()
                .filter(sight -> sight.run().startsWith(name))
                .toList();
        boolean known = (here.size() == 1 && here.get(0).stage() != RunSight.Stage.ELSEWHERE)
                || here.stream().anyMatch(sight -> sight.run().equals(name));
        return known ? here.stream().map(sight -> new Found(own, sight)).toList() : all();
    }

    /**
     * Returns whether {@code now} contains more about a run than {@code before}, which comes from another host. The
     * coordinator's host knows most.
     */
    private static boolean isBetter(Found now, Found before) {
        return (!before.sight().here() && now.sight().here())
                || (before.sight().words().isEmpty() && !now.sight().words().isEmpty());
    }

    /**
     * Returns words that follow a message about a run that was not found, such as " on this machine and these hosts".
     * They name only hosts that have answered the last question.
     */
    public String whereAsked() {
        String others = problems.isEmpty() ? " and these hosts" : " and the hosts that answered";
        return " on this machine" + (problems.size() == others().size() ? "" : others);
    }

    /** Returns a line for each host that has not answered, with the reason. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /**
     * Finds the run that the user means.
     *
     * @param name the run's ID or a beginning of it; null for the only running run
     * @throws PlanException if there is none, or more than one
     */
    public Found find(@Nullable String name) {
        List<Found> all = name == null ? all() : named(name);
        List<Found> meant = all.stream()
                .filter(found -> name == null
                        ? !found.sight().stage().isOver()
                        : found.id().startsWith(name))
                .toList();
        for (Found found : meant) {
            if (found.id().equals(name)) {
                return found;
            }
        }
        if (meant.size() == 1) {
            return meant.get(0);
        }
        String unheard = problems.isEmpty() ? "" : "\nnot asked: " + String.join("; ", problems);
        if (meant.isEmpty()) {
            throw new PlanException((name == null
                            ? "expected a run that goes on, found none"
                            : "expected a run called " + name + ", found none")
                    + whereAsked() + (places.size() == 1 ? "; --hosts names others" : "")
                    + "; 'moide runs' shows all" + unheard);
        }
        List<String> ids = meant.stream().map(Found::id).toList();
        throw new PlanException((name == null
                        ? "expected the ID of one of the runs that go on, found " + ids.size()
                        : "expected the ID of one run, found '" + name + "', with which " + ids.size() + " begin")
                + ": " + String.join(" ", ids.subList(0, Math.min(MOST_NAMED, ids.size())))
                + (ids.size() > MOST_NAMED ? " ..." : "") + unheard);
    }

    /** Returns the runs that are not over. */
    public List<Found> running() {
        return all().stream().filter(found -> !found.sight().stage().isOver()).toList();
    }

    /**
     * Finds a run that is not over.
     *
     * @param name the run's ID or a beginning of it; null for the only one
     * @throws PlanException if there is none, or if it is over
     */
    public Found running(@Nullable String name) {
        Found run = find(name);
        RunSight sight = run.sight();
        String why = switch (sight.stage()) {
            case STARTING, RUNNING -> "";
            case ENDED ->
                " has ended (" + (sight.ending().isEmpty() ? "done" : sight.ending())
                        + "): its engines are gone; 'moide history " + run.id() + "' shows what it did";
            case ELSEWHERE ->
                " belongs to another host, " + sight.host() + ": give this command there, or name a daemon there with"
                        + " --hosts";
            case FAILED_TO_START -> " failed to start: it has no engines; 'moide run' starts it again";
            case BROKEN_OFF ->
                " was broken off, its coordinator is gone; 'moide resume " + run.id() + "' goes on with it";
        };
        if (why.isEmpty()) {
            return run;
        }
        throw new PlanException("run " + run.id() + why);
    }

    @Override
    public void close() {
        closing.run();
    }
}
