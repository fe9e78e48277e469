package org.moide.engine.host;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/**
 * A line on a child's standard output that is meant for its parent and not for the user. It begins with a character
 * that no text has, and the child makes sure that no line of the application begins with it.
 *
 * <p>The two may be of different versions. Words are only ever added at a line's end, where a parent that does not know
 * them skips them; lines of a kind that it does not know are skipped as a whole.
 */
sealed interface ControlLine {
    /** The first character of such a line: U+0001, start of heading. */
    char MARK = '\u0001';

    /** The first words of the lines that this version knows. */
    Set<String> KINDS = Set.of("READY", "FAILED", "EXITING", "TASKS", "RESTS", "MEMORY");

    /** A notice that the engine runs and can be reached. */
    record Ready(NodeReference node) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.ready(this);
        }
    }

    /**
     * A notice that the engine ends, with the cause, perhaps in several lines.
     *
     * @param thread the compute thread whose task is to blame; {@link #NO_THREAD} if none is
     */
    record Failed(String cause, int thread) implements ControlLine {
        static final int NO_THREAD = -1;

        /** Creates the notice for a cause that is no task's. */
        Failed(String cause) {
            this(cause, NO_THREAD);
        }

        @Override
        public void handle(Handler by) {
            by.failed(this);
        }
    }

    /** A notice that a thread called {@code System.exit}: which thread and where. */
    record Exiting(String where) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.exiting(this);
        }
    }

    /**
     * The number of the child's descriptor by which {@link LastTasks} are opened. Tasks that are written in another
     * form get a line of another kind.
     */
    record Tasks(int descriptor) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.tasks(this);
        }
    }

    /**
     * A notice that the run is over, its engine is closed, and the child waits for another order.
     *
     * @param left what is left of the run in the child, in words; empty if nothing is
     */
    record Rests(String left) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.rests(this);
        }
    }

    /** The amounts of memory that the child has. */
    record Memory(MemoryFigures figures) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.memory(this);
        }
    }

    /** Returns the text of the line, without its end. */
    default String text() {
        if (this instanceof Ready ready) {
            NodeReference node = ready.node();
            return MARK + "READY " + coded(node.nodeId()) + " " + node.port() + " "
                    + coded(String.join("\n", node.addresses()));
        }
        if (this instanceof Failed failed) {
            return MARK + "FAILED " + coded(failed.cause()) + " " + failed.thread();
        }
        if (this instanceof Exiting exiting) {
            return MARK + "EXITING " + coded(exiting.where());
        }
        if (this instanceof Tasks tasks) {
            return MARK + "TASKS " + tasks.descriptor();
        }
        if (this instanceof Rests rests) {
            return MARK + "RESTS " + coded(rests.left());
        }
        MemoryFigures figures = ((Memory) this).figures();
        return MARK + "MEMORY " + figures.heapUsedBytes() + " " + figures.heapMostBytes() + " "
                + figures.residentBytes();
    }

    /**
     * Reads a line; returns null if it is none of these: then it is the user's. Words behind those of its kind are
     * skipped.
     */
    static @Nullable ControlLine parse(String line) {
        if (line.isEmpty() || line.charAt(0) != MARK) {
            return null;
        }
        String[] words = line.substring(1).split(" ", -1);
        try {
            return switch (words[0]) {
                case "READY" ->
                    new Ready(new NodeReference(
                            decoded(words[1]), addresses(decoded(words[3])), Integer.parseInt(words[2])));
                case "FAILED" -> new Failed(decoded(words[1]), Integer.parseInt(words[2]));
                case "EXITING" -> new Exiting(decoded(words[1]));
                case "RESTS" -> new Rests(decoded(words[1]));
                case "TASKS" -> new Tasks(Integer.parseInt(words[1]));
                case "MEMORY" ->
                    new Memory(new MemoryFigures(
                            Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3])));
                default -> null;
            };
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException garbled) {
            return null;
        }
    }

    /**
     * Returns whether a line is for the parent, and of a kind that this version does not know: its child is of another
     * version, and a parent that does not know a kind does right without.
     */
    static boolean isOfUnknownKind(String line) {
        int end = line.indexOf(' ');
        String kind = line.isEmpty() ? "" : line.substring(1, end < 1 ? line.length() : end);
        return !kind.isEmpty()
                && line.charAt(0) == MARK
                && kind.chars().allMatch(letter -> letter >= 'A' && letter <= 'Z')
                && !KINDS.contains(kind);
    }

    private static List<String> addresses(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    }

    private static String coded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    /** Calls the handler's method for this kind of line. */
    void handle(Handler by);

    /** A handler of all kinds of lines. A kind that nobody handles does not compile. */
    interface Handler {
        void ready(Ready ready);

        void failed(Failed failed);

        void exiting(Exiting exiting);

        void tasks(Tasks tasks);

        void rests(Rests rests);

        void memory(Memory memory);
    }
}
