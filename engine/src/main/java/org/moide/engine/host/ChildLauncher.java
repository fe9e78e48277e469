package org.moide.engine.host;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.OwnProcesses;
import org.moide.monitor.linux.ControlGroups;

/** Starts child JVMs. It keeps no reference to a child; each {@link ChildProcess} belongs to the caller. Any thread. */
public final class ChildLauncher implements Launcher {
    /**
     * Variable by which a service manager receives messages of a daemon. Children do not get it, because an application
     * must not send such messages.
     */
    private static final String SERVICE_SOCKET = "NOTIFY_SOCKET";

    private final FaultHandler faults;
    private final ControlGroups groups;

    public ChildLauncher(FaultHandler faults) {
        this(faults, new ControlGroups(Path.of("/")));
    }

    /**
     * Creates a launcher of child JVMs.
     *
     * @param groups the control groups of this process and its children
     */
    ChildLauncher(FaultHandler faults, ControlGroups groups) {
        this.faults = faults;
        this.groups = groups;
    }

    /**
     * Starts a child JVM and sends it its order. Returns when the process exists; {@link ChildProcess#awaitReady} waits
     * for the engine.
     *
     * @param listener takes the child's lines and its end
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

    /** Starts a child JVM without an order. The caller passes it to {@link #give}, or destroys it. */
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
     * Sends an order to a child that {@link #start} has started.
     *
     * @param started the child; it may have ended meanwhile
     */
    public ChildProcess give(OwnProcesses.Marked started, LaunchOrder order, ChildListener listener) {
        ChildProcess child = new ChildProcess(order.role(), started, listener, faults, groups);
        try {
            child.start(order);
        } catch (OutOfMemoryError noThread) {
            started.process().destroyForcibly(); // no thread would read the child's output
            throw new ChildFailedException(
                    order.role() + ": there is no thread to be had for hearing it: " + noThread.getMessage(), noThread);
        }
        return child;
    }

    /** Returns the first line of a failure's message. The JDK adds a page of guesses, which stay in the cause. */
    private static String firstLine(IOException impossible) {
        return String.valueOf(impossible.getMessage())
                .lines()
                .findFirst()
                .orElse("no reason given")
                .strip();
    }
}
