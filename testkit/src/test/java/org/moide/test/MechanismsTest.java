package org.moide.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskCodec;
import org.moide.engine.TaskContext;
import org.moide.engine.TaskRepository;
import org.moide.samples.primers.mechanisms.After;
import org.moide.samples.primers.mechanisms.Probe;

/** Tests calls that primers show on one engine, on several engines and when engines are lost. */
class MechanismsTest {
    @SimulatedCluster(application = Probe.class, engines = 2, threads = 2, seeds = 1, cuts = 1)
    void shouldReceiveWhatWasProbed(SimulatedOutcome outcome) {
        assertEquals(List.of("6 numbers have come", "from ID 1", "from ID 2", "from ID 3"), outcome.lines());
    }

    @SimulatedCluster(application = After.class, engines = 2, seeds = 2, kills = 1)
    void shouldHandleTasksAfterThoseThatTheyWaitFor(SimulatedOutcome outcome) {
        List<String> lines = outcome.lines();
        assertEquals(5, outcome.result("tasks"));
        assertTrue(lines.lastIndexOf("roof") > lines.lastIndexOf("floor"), lines::toString);
        assertTrue(lines.lastIndexOf("roof") > lines.lastIndexOf("walls"), lines::toString);
    }

    /** A bag of tasks that put two others each, until they are small. Only the application's codec can encode them. */
    public static final class Halving implements TaskApplication<Halving.Part, Integer> {
        /** A part of the work, with a field that Java's serialization refuses. */
        public static final class Part implements Serializable {
            private static final long serialVersionUID = 1L;
            private final int size;

            @SuppressWarnings("serial") // as intended
            private final Object unserializable = new Object();

            Part(int size) {
                this.size = size;
            }

            @Override
            public String toString() {
                return "part of " + size + (unserializable == null ? "?" : "");
            }
        }

        @Override
        public TaskCodec<Part> codec(Arguments arguments) {
            return new TaskCodec<>() {
                @Override
                public void write(Part part, DataOutput out) throws IOException {
                    out.writeInt(part.size);
                }

                @Override
                public Part read(DataInput in) throws IOException {
                    return new Part(in.readInt());
                }
            };
        }

        @Override
        public void createTasks(TaskContext<Part> context) {
            context.put(new Part(64));
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public Integer executeTask(Part part, TaskContext<Part> context) {
            if (part.size == 1) {
                return 1;
            }
            context.put(new Part(part.size / 2));
            context.put(new Part(part.size / 2));
            return 0;
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return left + right;
        }

        @Override
        public void handleResults(Integer sum, Report report) {
            report.put("sum", sum);
        }
    }

    @SimulatedCluster(application = Halving.class, seeds = 2, kills = 2, cuts = 1)
    void shouldEncodeTasksByTheApplicationsCodec(SimulatedOutcome outcome) {
        assertEquals(64, outcome.result("sum"));
    }

    /** A bag of one task that puts four others. Their priorities say that even numbers come before odd ones. */
    public static final class EvenFirst implements TaskApplication<Integer, Integer> {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            context.put(0);
        }

        @Override
        public double priority(Integer task) {
            return task % 2 == 0 ? task + 10 : task;
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public Integer executeTask(Integer task, TaskContext<Integer> context) {
            context.report().print("task " + task);
            for (int number = 1; task == 0 && number <= 4; number++) {
                context.put(number);
            }
            return task;
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return left + right;
        }

        @Override
        public void handleResults(Integer sum, Report report) {
            report.put("sum", sum);
        }
    }

    /** A bag whose repository returns odd numbers first, and each number below 500 puts two others. */
    public static final class OddFirst implements TaskApplication<Integer, Integer> {
        @Override
        public TaskRepository<Integer> repository() {
            return new TaskRepository<>() {
                private final Deque<Integer> tasks = new ArrayDeque<>();

                @Override
                public void insert(Integer task) {
                    if (task % 2 == 0) {
                        tasks.addLast(task);
                    } else {
                        tasks.addFirst(task);
                    }
                }

                @Override
                public @Nullable Integer retrieve() {
                    return tasks.pollFirst();
                }
            };
        }

        @Override
        public void createTasks(TaskContext<Integer> context) {
            context.put(1);
        }

        @Override
        public Integer identity() {
            return 0;
        }

        @Override
        public Integer executeTask(Integer task, TaskContext<Integer> context) {
            if (task < 8) {
                context.report().print("task " + task);
            }
            if (task < 500) {
                context.put(2 * task);
                context.put(2 * task + 1);
            }
            return task;
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return left + right;
        }

        @Override
        public void handleResults(Integer sum, Report report) {
            report.put("sum", sum);
        }
    }

    @SimulatedCluster(application = OddFirst.class, engines = 1, threads = 1, seeds = 1)
    void shouldRunTasksInTheOrderOfTheApplicationsRepository(SimulatedOutcome outcome) {
        assertEquals(
                List.of("task 1", "task 3", "task 7", "task 2", "task 5"),
                outcome.lines().subList(0, 5));
    }

    @SimulatedCluster(application = OddFirst.class, seeds = 10, kills = 2, cuts = 1)
    void shouldRunEachTaskOfARepositoryOnceThoughSomeAreLentAndEnginesLost(SimulatedOutcome outcome) {
        assertEquals(999 * 1000 / 2, outcome.result("sum"));
    }

    @SimulatedCluster(application = EvenFirst.class, engines = 1, threads = 1, seeds = 1)
    void shouldRunTasksByTheirPriority(SimulatedOutcome outcome) {
        assertEquals(List.of("task 0", "task 4", "task 2", "task 3", "task 1"), outcome.lines());
    }
}
