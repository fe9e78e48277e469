package org.moide.coordinator.report;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataTotals;
import org.moide.coordinator.selection.SharedRun;
import org.moide.engine.control.DataStatistics;

/**
 * The report of what happened in a run: the content of {@code run.json}. Immutable. Seconds are wall-clock seconds.
 *
 * @param origin the identity of the run
 * @param application the application as the user named it
 * @param arguments the arguments after the application's name
 * @param result what the application reported, in its order: each a String, Boolean, Number or array of numbers
 * @param wallSeconds from the first engine's start to the last result, as the coordinator saw it
 * @param engines by number
 * @param messages between compute threads
 * @param loans of tasks
 * @param workers what a worker application's workers did; null if it is none
 * @param reconfigurations changes of the system, in the order in which they happened
 * @param sharedHosts on which others' runs had threads meanwhile, as far as daemons and run folders told
 */
public record RunReport(
        RunOrigin origin,
        String application,
        List<String> arguments,
        Map<String, Object> result,
        double wallSeconds,
        List<EngineTimes> engines,
        Messages messages,
        Loans loans,
        @Nullable WorkersReport workers,
        List<Reconfiguration> reconfigurations,
        List<SharedHost> sharedHosts) {
    public RunReport {
        arguments = List.copyOf(arguments);
        result = Collections.unmodifiableMap(new LinkedHashMap<>(result));
        engines = List.copyOf(engines);
        reconfigurations = List.copyOf(reconfigurations);
        sharedHosts = List.copyOf(sharedHosts);
        mustBeTime("wallSeconds", wallSeconds);
        result.forEach(RunReport::mustBeReportable);
    }

    /** Creates the report of an application without workers, when nothing else is known of the run. */
    public RunReport(
            String application,
            List<String> arguments,
            Map<String, Object> result,
            double wallSeconds,
            List<EngineTimes> engines,
            Messages messages,
            Loans loans,
            List<Reconfiguration> reconfigurations) {
        this(
                RunOrigin.UNKNOWN,
                application,
                arguments,
                result,
                wallSeconds,
                engines,
                messages,
                loans,
                null,
                reconfigurations,
                List.of());
    }

    /**
     * One compute engine.
     *
     * @param id its number; 0 is the coordinator's own
     * @param host where it was
     * @param place how it was reached there
     * @param power what its shares were cut by
     * @param threads by logical ID
     * @param assistantOf the engine whose assistant it was to the end; below 0 if it assisted nobody
     * @param joined what it has had of a bag's tasks since it came in mid-run; null if it was there from the start
     * @param data what it did with data objects; nothing if it was lost before it could say
     * @param pauseSeconds for how long its process stood still for the garbage collector, in all that its threads
     *     did
     * @param processorSeconds all threads of its process had processors meanwhile, the JVM's own too; not a number
     *     if that is not known
     * @param pace how many of a bag's tasks it had executed when; empty if that is not known
     */
    public record EngineTimes(
            int id,
            String host,
            Place place,
            double power,
            List<ThreadTimes> threads,
            int assistantOf,
            @Nullable Joined joined,
            DataStatistics data,
            double pauseSeconds,
            double processorSeconds,
            List<Pace> pace) {
        public EngineTimes {
            threads = List.copyOf(threads);
            pace = List.copyOf(pace);
        }

        /**
         * Creates the times of an engine that was nobody's assistant, was there from the start and used no data
         * objects.
         */
        public EngineTimes(int id, String host, double power, List<ThreadTimes> threads) {
            this(id, host, Place.UNKNOWN, power, threads, -1, null, DataStatistics.NONE, 0, Double.NaN, List.of());
        }

        /**
         * The addresses at which an engine was reached.
         *
         * @param daemon the daemon that made it, as the user calls it; empty if that is not known
         * @param addresses every host and port at which others tried to reach it; none if nobody had to
         */
        public record Place(String daemon, List<String> addresses) {
            /** The place of an engine of which nothing is known. */
            public static final Place UNKNOWN = new Place("", List.of());

            public Place {
                addresses = List.copyOf(addresses);
            }
        }

        /** Returns the engine's number and the number of the engine that it assisted, if any. */
        public String label() {
            return assistantOf < 0 ? Integer.toString(id) : id + " for " + assistantOf;
        }
    }

    /**
     * The progress of an engine with a bag of tasks at a moment.
     *
     * @param atSeconds since the start of the run
     * @param tasks the number of tasks that it had executed
     * @param waitedSeconds how long all its threads together had been without a task
     */
    public record Pace(double atSeconds, long tasks, double waitedSeconds) {
        public Pace {
            mustBeTime("atSeconds of a pace", atSeconds);
            mustBeTime("waitedSeconds of a pace", waitedSeconds);
            if (tasks < 0) {
                throw new IllegalArgumentException("tasks of a pace: expected 0 or more, found " + tasks);
            }
        }
    }

    /**
     * An engine that came to a bag of tasks in mid-run.
     *
     * @param readySeconds when it was ready, since the start of the run
     * @param firstTaskSeconds from then until its first task began; not a number if it had none, or was lost
     * @param taskShare its part of all tasks that were executed since then
     * @param powerShare its part of the power of all engines, each for as long as it was there since then
     */
    public record Joined(double readySeconds, double firstTaskSeconds, double taskShare, double powerShare) {}

    /**
     * One compute thread.
     *
     * @param id its logical ID
     * @param computeSeconds in the application's own code
     * @param communicateSeconds in primitives, moving data
     * @param waitSeconds in primitives, for others; and until others were done
     * @param fetchSeconds for tasks
     * @param checkpointSeconds keeping states
     * @param migrateSeconds making states for another number of threads
     * @param tasks how many it executed
     * @param waits how many seconds of its waiting were in which primitive, or {@link #BEGIN_AND_END}
     * @param processorSeconds on a processor, whatever it did there; not a number if that is not known
     * @param readySeconds able to run, while others had the processors; not a number if that is not known
     */
    public record ThreadTimes(
            int id,
            double computeSeconds,
            double communicateSeconds,
            double waitSeconds,
            double fetchSeconds,
            double checkpointSeconds,
            double migrateSeconds,
            long tasks,
            Map<String, Double> waits,
            double processorSeconds,
            double readySeconds) {
        /**
         * The name in {@code waits} of the wait before there was anything to run, and of that until the last thread was
         * done.
         */
        public static final String BEGIN_AND_END = "beginAndEnd";

        public ThreadTimes {
            waits = Collections.unmodifiableMap(new TreeMap<>(waits));
            mustBeTime("computeSeconds of thread " + id, computeSeconds);
            mustBeTime("communicateSeconds of thread " + id, communicateSeconds);
            mustBeTime("waitSeconds of thread " + id, waitSeconds);
            mustBeTime("fetchSeconds of thread " + id, fetchSeconds);
            mustBeTime("checkpointSeconds of thread " + id, checkpointSeconds);
            mustBeTime("migrateSeconds of thread " + id, migrateSeconds);
            mustBeTimeIfKnown("processorSeconds of thread " + id, processorSeconds);
            mustBeTimeIfKnown("readySeconds of thread " + id, readySeconds);
        }

        /** Creates the times of a thread when nobody knows when it had a processor. */
        public ThreadTimes(
                int id,
                double computeSeconds,
                double communicateSeconds,
                double waitSeconds,
                double fetchSeconds,
                double checkpointSeconds,
                double migrateSeconds,
                long tasks,
                Map<String, Double> waits) {
            this(
                    id,
                    computeSeconds,
                    communicateSeconds,
                    waitSeconds,
                    fetchSeconds,
                    checkpointSeconds,
                    migrateSeconds,
                    tasks,
                    waits,
                    Double.NaN,
                    Double.NaN);
        }

        /** Returns the sum of all times of the thread. */
        public double totalSeconds() {
            return computeSeconds
                    + communicateSeconds
                    + waitSeconds
                    + fetchSeconds
                    + checkpointSeconds
                    + migrateSeconds;
        }
    }

    /**
     * Messages between compute threads.
     *
     * @param local within an engine
     * @param rmi between engines
     * @param bytes of data in those between engines
     * @param collectives that threads called, barriers too
     * @param traffic what passed between engines; pairs of engines without any are left out
     */
    public record Messages(long local, long rmi, long bytes, long collectives, List<Traffic> traffic) {
        public Messages {
            traffic = List.copyOf(traffic);
        }

        public static Messages none() {
            return new Messages(0, 0, 0, 0, List.of());
        }
    }

    /**
     * The messages and the waiting between the threads of one engine and those of another, or among those of one.
     *
     * @param from the engine that sent and waited
     * @param to the engine that was sent to and waited for
     * @param bytes of data in the messages
     * @param waitSeconds the sum over threads
     */
    public record Traffic(int from, int to, long messages, long bytes, double waitSeconds) {}

    /**
     * Loans: bundles of tasks that left a pool for another member.
     *
     * @param made how many were given out
     * @param returned how many came back with their result
     * @param retaken how many were put back because the borrower was lost, or void with the loan that they came from
     * @param betweenEngines how many of them one engine made to another
     * @param tasks what became of the tasks
     * @param data what engines that lived to tell did with data objects
     */
    public record Loans(
            long made, long returned, long retaken, long betweenEngines, TaskCounts tasks, DataTotals data) {
        /** Creates the counts of a run whose tasks read no data objects. */
        public Loans(long made, long returned, long retaken, long betweenEngines, TaskCounts tasks) {
            this(made, returned, retaken, betweenEngines, tasks, DataTotals.NONE);
        }

        /** Returns the counts of a run without tasks. */
        public static Loans none() {
            return new Loans(0, 0, 0, 0, new TaskCounts(0, 0, 0, 0, 0, List.of()));
        }
    }

    /**
     * The books of the task pool: {@code put + created = counted + failed}, or the run would have failed.
     *
     * @param put by {@code createTasks}, or by threads outside of any task
     * @param created by tasks
     * @param counted tasks whose results went into the whole; each once
     * @param runAgain how many runs of tasks are known beside these, after a loss
     * @param copies what was begun once more while it ran
     * @param failed tasks that threw and were given up
     * @param failures the first of them
     */
    public record TaskCounts(
            long put,
            long created,
            long counted,
            long runAgain,
            SecondCopies copies,
            long failed,
            List<FailedTask> failures) {
        public TaskCounts {
            failures = List.copyOf(failures);
        }

        /** Creates the books of a pool in which nothing was begun once more. */
        public TaskCounts(long put, long created, long counted, long runAgain, long failed, List<FailedTask> failures) {
            this(put, created, counted, runAgain, SecondCopies.NONE, failed, failures);
        }
    }

    /**
     * Tasks that were begun once more on engines that had nothing left to do.
     *
     * @param begun how many
     * @param first how many of them were done before the first
     */
    public record SecondCopies(long begun, long first) {
        /** No task. */
        public static final SecondCopies NONE = new SecondCopies(0, 0);
    }

    /**
     * A task that was given up.
     *
     * @param task what it calls itself
     * @param error what it threw at last, one line
     * @param places the thread and host of each try
     */
    public record FailedTask(String task, String error, List<String> places) {
        public FailedTask {
            places = List.copyOf(places);
        }
    }

    /**
     * A change of the system while the run was on.
     *
     * @param kind such as "expand", "shrink", "replace", "drain", "loss"
     * @param why in some words
     * @param atSeconds since the start of the run
     * @param tookSeconds how long the run was held up
     */
    public record Reconfiguration(String kind, String why, double atSeconds, double tookSeconds) {}

    /**
     * A host on which others' runs had threads while this one computed.
     *
     * @param host its name
     * @param processors that engines may use there
     * @param cut whether this run had fewer threads there, or none, since others had the processors when it began
     * @param runs of the others
     */
    public record SharedHost(String host, int processors, boolean cut, List<SharedRun> runs) {
        public SharedHost {
            runs = List.copyOf(runs);
            if (processors < 1) {
                throw new IllegalArgumentException(host + ": expected processors, found " + processors);
            }
        }
    }

    /**
     * Returns how evenly the computing was spread: the mean of all threads' compute times over the longest. 1 is
     * perfect, and also the value if nobody computed.
     */
    public double loadBalance() {
        double longest = 0;
        double sum = 0;
        int count = 0;
        for (EngineTimes engine : engines) {
            for (ThreadTimes thread : engine.threads()) {
                longest = Math.max(longest, thread.computeSeconds());
                sum += thread.computeSeconds();
                count++;
            }
        }
        return longest == 0 ? 1 : sum / count / longest;
    }

    /**
     * Checks that a value can go into a report.
     *
     * @throws IllegalArgumentException if it is no String, Boolean, Number or array of numbers
     */
    public static void mustBeReportable(String name, Object value) {
        Class<?> type = value.getClass();
        boolean single = value instanceof String || value instanceof Boolean || value instanceof Number;
        boolean numbers = type.isArray()
                && (Number.class.isAssignableFrom(type.getComponentType())
                        || (type.getComponentType().isPrimitive()
                                && type.getComponentType() != boolean.class
                                && type.getComponentType() != char.class));
        if (!single && !numbers) {
            throw new IllegalArgumentException("result '" + name
                    + "': expected a String, a Boolean, a Number or an array of numbers, found " + type.getTypeName());
        }
        if (numbers && !type.getComponentType().isPrimitive()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                if (Array.get(value, i) == null) {
                    throw new IllegalArgumentException(
                            "result '" + name + "': expected a number at index " + i + ", found null");
                }
            }
        }
    }

    private static void mustBeTimeIfKnown(String name, double seconds) {
        if (!Double.isNaN(seconds)) {
            mustBeTime(name, seconds);
        }
    }

    private static void mustBeTime(String name, double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": expected 0 or more seconds, found " + seconds);
        }
    }
}
