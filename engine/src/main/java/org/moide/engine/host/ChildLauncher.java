package org.moide.engine.host;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.OwnProcesses;
import org.moide.monitor.linux.ControlGroups;

/** Starts child JVMs. Any thread. Keeps no child: each {@link ChildProcess} belongs to the caller. */
public final class ChildLauncher implements Launcher {
    /** The variable by which a service manager finds the notices of a daemon: an application has nothing to tell it. */
    private static final String SERVICE_SOCKET = "NOTIFY_SOCKET";

    private final FaultHandler faults;
    private final ControlGroups groups;

    public ChildLauncher(FaultHandler faults) {
        this(faults, new ControlGroups(Path.of("/")));
    }

    /** @param groups the control groups of this process and its children */
    ChildLauncher(FaultHandler faults, ControlGroups groups) {
        this.faults = faults;
        this.groups = groups;
    }

    /**
     * Starts a child and gives it its order. Returns as soon as the process exists; {@link ChildProcess#awaitReady}
     * waits for the engine.
     *
     * @param listener told of its lines and its end
     * @throws ChildFailedException if the system cannot start it
     */
    public ChildProcess launch(JavaCommand command, LaunchOrder order, ChildListener listener) {
        return launch(command, order, null, listener);
    }

    @Override
    public ChildProcess launch(JavaCommand command, LaunchOrder order, @Nullable Path folder, ChildListener listener) {
        try {
            return give(start(command, folder), order, listener);
        } catch (IOException impossible) {
            throw new ChildFailedException(
                    order.role() + ": the system cannot start another JVM: " + firstLine(impossible), impossible);
        }
    }

    /** Starts a child that gets its order later, by {@link #give}. A child that gets none has to be destroyed. */
    public static OwnProcesses.Marked start(JavaCommand command) throws IOException {
        return start(command, null);
    }

    private static OwnProcesses.Marked start(JavaCommand command, @Nullable Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.words());
        builder.environment().remove(SERVICE_SOCKET);
        if (folder != null) {
            builder.directory(folder.toFile());
        }
        return OwnProcesses.startMarked(builder);
    }

    /**
     * Gives a child its order, as {@link #launch} does.
     *
     * @param started a child that {@link #start} has started; it may have ended since
     */
    public ChildProcess give(OwnProcesses.Marked started, LaunchOrder order, ChildListener listener) {
        ChildProcess child = new ChildProcess(order.role(), started, listener, faults, groups);
        try {
            child.start(order);
        } catch (OutOfMemoryError noThread) {
            started.process().destroyForcibly(); // nobody hears it
            throw new ChildFailedException(
                    order.role() + ": there is no thread to be had for hearing it: " + noThread.getMessage(), noThread);
        }
        return child;
    }

    /** Returns the first line of a failure's message: the JDK adds a page of guesses, which stay in the cause. */
    private static String firstLine(IOException impossible) {
        return String.valueOf(impossible.getMessage())
                .lines()
                .findFirst()
                .orElse("no reason given")
                .strip();
    }
}
