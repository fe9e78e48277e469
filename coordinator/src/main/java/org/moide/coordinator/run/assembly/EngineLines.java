package org.moide.coordinator.run.assembly;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.run.session.RunUser;

/**
 * Shows the lines that engines print, and writes them to files if the user wants that. Lines of standard output are
 * shown unchanged; lines of another process's standard error are shown with the engine's name before them. If the user
 * wants tags, every line is shown with its host and engine before it. Thread-safe.
 */
final class EngineLines implements LocalChild.ChildLines, AutoCloseable {
    private final RunUser user;
    private final OutputSettings.Printing printing;
    private final IntFunction<String> hostOf;
    private final Map<Path, Writer> files = new HashMap<>(); // guarded by this
    private boolean isLost; // guarded by this; a file could not be written, and the user was told
    private boolean closed; // guarded by this

    private Runnable givesBack = () -> {}; // used by the thread that opens and closes this object

    /**
     * Creates the object.
     *
     * @param user the user to whom lines are shown
     * @param printing the user's wishes for the lines
     * @param hostOf returns the name of an engine's host
     */
    EngineLines(RunUser user, OutputSettings.Printing printing, IntFunction<String> hostOf) {
        this.user = user;
        this.printing = printing;
        this.hostOf = hostOf;
    }

    /**
     * From now on treats what this process prints as output of engine 0. Has no effect if the user wants neither tags
     * nor files.
     */
    void takeOwn() {
        if (printing.isPlain()) {
            return;
        }
        givesBack = user.printingTo(this::here);
    }

    @Override
    public void line(int engine, String line, boolean fromErrorStream) {
        show(engine, fromErrorStream ? "[engine-" + engine + "] " : "", line, fromErrorStream);
    }

    private void here(String line, boolean fromErrorStream) {
        show(0, "", line, fromErrorStream);
    }

    /**
     * Shows a line and writes it to the engine's file.
     *
     * @param untagged the text to show before the line if the user does not want tags
     */
    private void show(int engine, String untagged, String line, boolean fromErrorStream) {
        keep(engine, line, fromErrorStream);
        String tag = printing.tagged() ? "[" + hostOf.apply(engine) + " engine-" + engine + "] " : untagged;
        user.printed(tag, line, fromErrorStream);
    }

    private void keep(int engine, String line, boolean fromErrorStream) {
        Path folder = printing.folder();
        if (folder == null) {
            return;
        }
        Path file = folder.resolve("engine-" + engine + (fromErrorStream ? ".err" : ".out"));
        String why = write(file, line);
        if (!why.isEmpty()) {
            note("cannot write what engines print to " + file + ": " + why + "; it is shown only");
        }
    }

    /**
     * Writes a line to a file. The first time that this fails, returns the reason; otherwise returns an empty text. The
     * run goes on after a failure.
     */
    private synchronized String write(Path file, String line) {
        if (isLost || closed) {
            return "";
        }
        try {
            Writer writer = files.get(file);
            if (writer == null) {
                writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
                files.put(file, writer);
            }
            writer.write(line);
            writer.write('\n');
            writer.flush();
            return "";
        } catch (IOException impossible) {
            isLost = true;
            return String.valueOf(impossible.getMessage());
        }
    }

    /** Shows the user a message about an engine. */
    void note(String text) {
        user.note(text);
    }

    @Override
    public void close() {
        givesBack.run();
        synchronized (this) {
            closed = true;
            for (Map.Entry<Path, Writer> file : files.entrySet()) {
                try {
                    file.getValue().close();
                } catch (IOException impossible) {
                    note("what engines printed is not whole in " + file.getKey() + ": " + impossible.getMessage());
                }
            }
        }
    }
}
