package org.moide.samples.primers.mechanisms;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskCodec;
import org.moide.engine.TaskContext;

/** Shows {@code codec}: the application itself turns its tasks into bytes, and bytes into tasks. */
public final class Codec implements TaskApplication<Codec.Part, Integer> {
    private static final int TASKS = 100;

    /** A task: a number, and whether the codec has read it. */
    public static final class Part implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int number;
        private final transient boolean read;

        Part(int number, boolean read) {
            this.number = number;
            this.read = read;
        }
    }

    private static final class PartCodec implements TaskCodec<Part> {
        @Override
        public void write(Part part, DataOutput out) throws IOException {
            out.writeInt(part.number);
        }

        @Override
        public Part read(DataInput in) throws IOException {
            return new Part(in.readInt(), true);
        }
    }

    @Override
    public TaskCodec<Part> codec(Arguments arguments) {
        return new PartCodec();
    }

    @Override
    public String summary() {
        return "primer of codec: tasks that the application itself turns into bytes";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void createTasks(TaskContext<Part> context) {
        for (int number = 0; number < TASKS; number++) {
            context.put(new Part(number, false));
        }
    }

    @Override
    public Integer identity() {
        return 0;
    }

    @Override
    public Integer executeTask(Part part, TaskContext<Part> context) {
        return part.read ? 1 : 0;
    }

    @Override
    public Integer merge(Integer left, Integer right) {
        return left + right;
    }

    @Override
    public void handleResults(Integer read, Report report) {
        report.print("the codec has read " + read + " tasks");
    }
}
