package org.moide.samples.primers.mechanisms;

import java.util.Set;
import org.moide.commlib.CommLib;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Shows {@code putInto}: each engine puts ten tasks into the queue of each of its threads. A task is a queue's number. */
public final class PutInto implements TaskApplication<Integer, Integer> {
    private static final int TASKS = 10;

    @Override
    public String summary() {
        return "primer of putInto: tasks for the queue of one thread";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void createTasks(TaskContext<Integer> context) {
        // The engines put the tasks, since createTasks runs on no engine and has no queues.
    }

    @Override
    public void initialize(int part, int parts, TaskContext<Integer> context) {
        for (int task = 0; task < TASKS * context.queues(); task++) {
            int queue = task % context.queues();
            context.putInto(queue, queue);
        }
    }

    @Override
    public Integer identity() {
        return 0;
    }

    @Override
    public Integer executeTask(Integer queue, TaskContext<Integer> context) {
        return queue == thread(context.comm()) ? 1 : 0;
    }

    /** Returns the number of this thread among the threads of its engine, whose IDs follow each other. */
    private static int thread(CommLib comm) {
        int first = comm.id();
        while (first > 0 && comm.engineOf(first - 1) == comm.engineOf(comm.id())) {
            first--;
        }
        return comm.id() - first;
    }

    @Override
    public Integer merge(Integer left, Integer right) {
        return left + right;
    }

    @Override
    public void handleResults(Integer own, Report report) {
        report.print(own + " tasks ran on the thread of their queue");
    }
}
