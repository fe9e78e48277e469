package org.moide.coordinator.report;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataTotals;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.selection.SharedRun;
import org.moide.engine.control.DataStatistics;

/**
 * The report of what happened in a run: the content of {@code run.json}. Immutable. Seconds are wall-clock seconds.
 *
 * @param application the application as the user named it
 * @param arguments the arguments after the application's name
 * @param result the fields that the application reported, in its order; each value is a String, Boolean, Number or
 *     array of numbers
 * @param wallSeconds from the first engine's start to the last result, as the coordinator saw it
 * @param engines the engines in the order of their numbers
 * @param messages the messages between compute threads
 * @param loans the loans of tasks between engines and threads
 * @param workers what a worker application's workers did; null for every other application
 * @param reconfigurations the changes of engines, in the order in which they happened
 * @param sharedHosts the hosts on which other runs had threads during this run, as far as daemons and the folders of
 *     runs show
 * @param advice the changes of engines that the run did not make by itself, and with which it would have ended sooner,
 *     in the order in which it told the user
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
        List<SharedHost> sharedHosts,
        List<RunStatus.Advice> advice) {
    public RunReport {
        arguments = List.copyOf(arguments);
        result = Collections.unmodifiableMap(new LinkedHashMap<>(result));
        engines = List.copyOf(engines);
        reconfigurations = List.copyOf(reconfigurations);
        sharedHosts = List.copyOf(sharedHosts);
        advice = List.copyOf(advice);
        mustBeTime("wallSeconds", wallSeconds);
        result.forEach(RunReport::mustBeReportable);
    }

    /** Creates the report of a run without workers, whose origin, changes and shared hosts are unknown. */
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
                List.of(),
                List.of());
    }

    /**
     * The work of one engine and the times of its threads.
     *
     * @param id the engine's number; 0 is the engine in the coordinator's process
     * @param place the addresses at which the engine was reached
     * @param power the engine's relative speed, by which work was divided
     * @param threads the threads in the order of their logical IDs
     * @param assistantOf the number of the engine that it assisted to its end; below 0 if none
     * @param joined its share of a bag's tasks, if it joined the running bag; null if it was there from the start
     * @param data its use of data objects; {@link DataStatistics#NONE} if it was lost before its report
     * @param pauseSeconds how long the garbage collector stopped the engine's process; the times of its threads include
     *     these pauses
     * @param processorSeconds the processor time of all threads in its process, those of the JVM included; not a number
     *     if unknown
     * @param pace how many of a bag's tasks it had executed at which moment; empty if unknown
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
         * Creates the times of an engine that was there from the start, assisted no other engine and used no data
         * objects.
         */
        public EngineTimes(int id, String host, double power, List<ThreadTimes> threads) {
            this(id, host, Place.UNKNOWN, power, threads, -1, null, DataStatistics.NONE, 0, Double.NaN, List.of());
        }

        /**
         * The addresses at which an engine was reached.
         *
         * @param daemon the daemon that started it, in the user's words; empty if unknown
         * @param addresses every host and port at which other engines tried to reach it; empty if no engine tried
         */
        public record Place(String daemon, List<String> addresses) {
            /** The place of an engine whose daemon and addresses are unknown. */
            public static final Place UNKNOWN = new Place("", List.of());

            public Place {
                addresses = List.copyOf(addresses);
            }
        }

        /**
         * Returns the engine's number as text. An assistant, an engine that computes for one other engine only, also
         * has the number of that engine: {@code 3 for 1}.
         */
        public String label() {
            return assistantOf < 0 ? Integer.toString(id) : id + " for " + assistantOf;
        }
    }

    /**
     * The number of a bag's tasks that an engine had executed at one moment.
     *
     * @param atSeconds the seconds since the start of the run
     * @param tasks the number of tasks that it had executed until then
     * @param waitedSeconds how long the engine's threads had been without a task until then, summed over all threads
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
     * The contribution of an engine that joined a running bag of tasks.
     *
     * @param readySeconds the seconds from the start of the run until the engine was ready
     * @param firstTaskSeconds the seconds from then until its first task began; not a number if it had none or was lost
     * @param taskShare its fraction of all tasks that were executed after it was ready
     * @param powerShare its fraction of the power of all engines after it was ready, each engine weighted with the time
     *     it was there
     */
    public record Joined(double readySeconds, double firstTaskSeconds, double taskShare, double powerShare) {}

    /**
     * The times of one compute thread.
     *
     * @param id its logical ID, which is unique in the run
     * @param computeSeconds the seconds in the application's own code
     * @param communicateSeconds the seconds in which communication operations moved data
     * @param waitSeconds the seconds in which communication operations waited for other threads, and the wait for the
     *     last thread at the end
     * @param fetchSeconds the seconds in which it fetched tasks
     * @param checkpointSeconds the seconds in which it saved states
     * @param migrateSeconds the seconds in which it converted states to another number of threads
     * @param tasks the number of tasks that it executed
     * @param waits the seconds of its waiting by the name of the operation, or by {@link #BEGIN_AND_END}
     * @param processorSeconds the seconds on a processor, whatever it did; not a number if unknown
     * @param readySeconds the seconds in which it could run but had no processor; not a number if unknown
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
         * The key in {@code waits} for two waits outside of communication operations: before there was anything to run,
         * and at the end until the last thread was done.
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

        /** Creates the times of a thread whose processor time is unknown. */
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
     * The number of messages between compute threads.
     *
     * @param local the messages inside an engine
     * @param rmi the messages between engines
     * @param bytes the bytes of data in the messages between engines
     * @param collectives the calls of collective operations, barriers included
     * @param traffic the traffic for each pair of engines; a pair without traffic is left out
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
     * The traffic from the threads of one engine to those of another, or inside one engine.
     *
     * @param from the engine that sent the messages and waited
     * @param to the engine that received the messages and was waited for
     * @param bytes the bytes of data in the messages
     * @param waitSeconds the seconds of waiting, summed over threads
     */
    public record Traffic(int from, int to, long messages, long bytes, double waitSeconds) {}

    /**
     * Counts loans: bundles of tasks that a pool of tasks gave to another engine or thread.
     *
     * @param made the number of loans that were given out
     * @param returned the number of loans whose results came back
     * @param retaken the number of loans that were taken back, because the borrower was lost, or because the tasks came
     *     from a loan that was itself taken back
     * @param betweenEngines how many of the loans one engine made to another engine
     * @param tasks the counts of tasks
     * @param data the engines' use of data objects, without the engines that were lost before their report
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
     * The counts of a run's tasks by their outcome. {@code put + created = counted + failed} holds, otherwise the run
     * would have failed.
     *
     * @param put the tasks put by {@code createTasks}, or by threads outside of any task
     * @param created the tasks put by other tasks
     * @param counted the tasks whose results went into the result of the run, each once
     * @param runAgain the number of further executions that are known, after a loss
     * @param copies the running tasks that were begun once more on idle engines
     * @param failed the tasks that threw an exception at every try and were given up
     * @param failures the first of the failed tasks
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

        /** Creates the counts of a run without second copies of tasks. */
        public TaskCounts(long put, long created, long counted, long runAgain, long failed, List<FailedTask> failures) {
            this(put, created, counted, runAgain, SecondCopies.NONE, failed, failures);
        }
    }

    /**
     * The second copies of tasks: tasks that were still running and were begun once more on engines without other work.
     * The first result of the two copies counts.
     *
     * @param begun the number of second copies
     * @param first the number of second copies that ended before the first copy
     */
    public record SecondCopies(long begun, long first) {
        public static final SecondCopies NONE = new SecondCopies(0, 0);
    }

    /**
     * A task that was given up after its last try failed.
     *
     * @param task the text by which the task describes itself
     * @param error the exception of the last try, in one line
     * @param places the thread and host of each try
     */
    public record FailedTask(String task, String error, List<String> places) {
        public FailedTask {
            places = List.copyOf(places);
        }
    }

    /**
     * A change of the run's engines during the run.
     *
     * @param kind such as "expand", "shrink", "replace", "drain", "loss"
     * @param why the reason in a few words
     * @param atSeconds the seconds since the start of the run
     * @param tookSeconds how long the change held up the run
     */
    public record Reconfiguration(String kind, String why, double atSeconds, double tookSeconds) {}

    /**
     * A host on which other runs had threads while this run computed.
     *
     * @param processors the number of processors that engines may use on the host
     * @param cut whether this run had fewer threads on the host, or none, because other runs had the processors
     *     when it began
     * @param runs the other runs
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
     * Returns how evenly the computing was spread over threads: the mean of their compute times divided by the longest.
     * 1 is perfect; 1 is also returned if no thread computed.
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
     * Checks that a value may be part of a report.
     *
     * @throws IllegalArgumentException if the value is no String, Boolean, Number or array of numbers
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
