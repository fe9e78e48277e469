package org.moide.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.MoideExecutor;
import org.moide.balance.loan.FailurePolicy;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.engine.Program;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.executor.CallName;
import org.moide.engine.executor.CallWatch;
import org.moide.engine.executor.ExecutorBag;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;

/**
 * A program of calls. It runs in the coordinator's process, on a thread of its own; its calls run on the engines, each of
 * which loads the program's classes anew from the test's class path.
 */
final class PlayedCalls implements PlayedProgram {
    private static final String EXECUTOR = "org.moide.ExecutorInSimulation"; // which only this may make

    private final CallsProgram program;
    private final Map<SimNode, ApplicationLoader> loaders = new LinkedHashMap<>();
    private final Map<SimNode, Program> coordinators = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private Consumer<Supplier<String>> teller = nobody -> {};
    private @Nullable ProgramLink link;
    private @Nullable Throwable thrown;

    PlayedCalls(CallsProgram program) {
        this.program = program;
    }

    @Override
    public void tell(Consumer<Supplier<String>> listener) {
        teller = listener;
    }

    @Override
    public List<String> strategies() {
        return OF_TASKS;
    }

    @Override
    public @Nullable ProgramLink link() {
        return link;
    }

    @Override
    public Program program(SimNode home) {
        return coordinators.computeIfAbsent(home, there -> {
            link = linkIn(there);
            return new ExecutorBag();
        });
    }

    private ProgramLink linkIn(SimNode home) {
        try {
            Constructor<?> made = Class.forName(EXECUTOR)
                    .getDeclaredConstructor(SimNode.class, ClassLoader.class, Consumer.class, Runnable.class);
            made.setAccessible(true);
            Consumer<String> heard = notes::add;
            Runnable begins = () -> home.start("program", this::runProgram);
            return (ProgramLink) made.newInstance(home, program.test().getClassLoader(), heard, begins);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("cannot make " + EXECUTOR, impossible);
        }
    }

    private void runProgram() {
        Thread.currentThread().setContextClassLoader(program.test().getClassLoader());
        MoideExecutor executor = (MoideExecutor) Objects.requireNonNull(link, "made");
        try {
            program.body().accept(executor);
        } catch (RuntimeException | Error its) {
            thrown = its;
            executor.shutdownNow();
        }
        executor.close();
    }

    @Override
    public Program programOfEngine(SimNode node) {
        DrawnPace pace = new DrawnPace(node, what -> teller.accept(what));
        return new ExecutorBag(new CallWatch() {
            @Override
            public void begins(Object call) {
                pace.does(() -> name(call) + " begins on " + node.name());
                pace.pause();
            }

            @Override
            public void ended(Object call) {
                pace.pause();
                pace.does(() -> name(call) + " has ended on " + node.name());
            }
        });
    }

    private static String name(Object call) {
        return CallName.of(CallName.classOf(call));
    }

    @Override
    public ClassLoader classes(SimNode node) {
        return loaderIn(node);
    }

    private ApplicationLoader loaderIn(SimNode node) {
        return loaders.computeIfAbsent(
                node,
                there -> new ApplicationLoader(
                        ApplicationFiles.ofOwnClassPath(program.test().getName())));
    }

    @Override
    public ObjectCodec codec(SimNode node) {
        return new ApplicationCodec(loaderIn(node));
    }

    @Override
    public TaskSettings tasks(long seed) {
        return TaskSettings.DEFAULT.with(new FailurePolicy(FailurePolicy.DEFAULT_TRIES, Long.MAX_VALUE));
    }

    /** @throws RuntimeException and all else that the program threw */
    @Override
    public void requireRight() {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw (RuntimeException) thrown;
        }
    }

    @Override
    public void close() {
        for (ApplicationLoader loader : loaders.values()) {
            try {
                loader.close();
            } catch (IOException unclosed) {
                throw new UncheckedIOException(unclosed);
            }
        }
    }
}
