package org.moide.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.WorkerApplication;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;
import org.moide.engine.loading.ProgramClass;
import org.moide.test.paced.Pace;
import org.moide.test.paced.Paced;

/**
 * A user's application, loaded anew in each simulated process from the test's class path. Used by the simulated thread
 * that has its turn, or by the test's thread while no simulation runs.
 */
final class PlayedApplication implements PlayedProgram {
    private final String className;
    private final Arguments arguments;
    private Consumer<Supplier<String>> teller = nobody -> {};
    private final Map<SimNode, ProcessClasses> processes = new LinkedHashMap<>();
    private final Map<SimNode, Program> coordinators = new LinkedHashMap<>();

    /** The application's classes and services in one process. */
    private final class ProcessClasses {
        private final ApplicationLoader classes;
        private final ObjectCodec codec;
        private final ProgramClass programs;
        private final BiFunction<Program, Pace, Program> paced;
        private final Pace pace;

        ProcessClasses(SimNode node) {
            classes = new ApplicationLoader(ApplicationFiles.ofOwnClassPath(className));
            codec = new ApplicationCodec(classes);
            programs = ProgramClass.find(classes);
            paced = pacedIn(new PacedLoader(classes));
            pace = new DrawnPace(node, what -> teller.accept(what));
        }

        @SuppressWarnings("unchecked") // Paced implements it
        private BiFunction<Program, Pace, Program> pacedIn(PacedLoader loader) {
            try {
                Object made = Class.forName(Paced.class.getName(), true, loader)
                        .getConstructor()
                        .newInstance();
                return (BiFunction<Program, Pace, Program>) made;
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException("cannot load " + Paced.class.getName(), impossible);
            }
        }
    }

    @Override
    public void tell(Consumer<Supplier<String>> listener) {
        teller = listener;
    }

    /** Looks at the application's class, in the caller's context class loader. */
    @Override
    public List<String> strategies() {
        try {
            return WorkerApplication.class.isAssignableFrom(Class.forName(
                            className, false, Thread.currentThread().getContextClassLoader()))
                    ? OF_WORKERS
                    : OF_TASKS;
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException("expected the application on the test's class path", impossible);
        }
    }

    PlayedApplication(String className, List<String> arguments) {
        this.className = className;
        this.arguments = new Arguments(arguments);
    }

    private ProcessClasses in(SimNode node) {
        return processes.computeIfAbsent(node, there -> new ProcessClasses(there));
    }

    @Override
    public Program program(SimNode home) {
        return coordinators.computeIfAbsent(home, there -> in(there).programs.create());
    }

    @Override
    public Program programOfEngine(SimNode node) {
        ProcessClasses process = in(node);
        return process.paced.apply(process.programs.create(), process.pace);
    }

    @Override
    public ClassLoader classes(SimNode node) {
        return in(node).classes;
    }

    @Override
    public ObjectCodec codec(SimNode node) {
        return in(node).codec;
    }

    @Override
    public Arguments arguments() {
        return arguments;
    }

    /** Returns settings of tasks with every check switched on. */
    @Override
    public TaskSettings tasks(long seed) {
        Program any = coordinators.values().iterator().next();
        return new TaskSettings(
                Discipline.DEFAULT,
                FailurePolicy.DEFAULT,
                new DataSettings(0, null, any instanceof TaskApplication),
                any instanceof TaskApplication,
                new HandlingSettings(1, any instanceof WorkerApplication));
    }

    @Override
    public void requireRight() {
        // The test's method looks at the outcome.
    }

    @Override
    public void close() {
        for (ProcessClasses process : processes.values()) {
            try {
                process.classes.close();
            } catch (IOException unclosed) {
                throw new UncheckedIOException(unclosed);
            }
        }
    }
}
