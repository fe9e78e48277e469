package org.moide.engine.host;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/**
 * A message from a child to its parent, sent as a line on standard output. It begins with a control character. The
 * child removes that character from the beginning of the application's lines.
 *
 * <p>Child and parent may be of different versions. New versions only add words at a line's end, which an older parent
 * skips. A parent skips lines of unknown kinds.
 */
sealed interface ControlLine {
    /** First character of a control line: U+0001, start of heading. */
    char MARK = '\u0001';

    /** First words of the control lines that this version knows. */
    Set<String> KINDS = Set.of("READY", "FAILED", "EXITING", "TASKS", "RESTS", "MEMORY");

    /** Tells that the engine runs and can be reached at this address. */
    record Ready(NodeReference node) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.ready(this);
        }
    }

    /**
     * Tells that the engine is about to end, with the cause, which may have several lines.
     *
     * @param thread the compute thread whose task is the cause; {@link #NO_THREAD} if no task is
     */
    record Failed(String cause, int thread) implements ControlLine {
        static final int NO_THREAD = -1;

        /** Creates the message for a cause that is not a task. */
        Failed(String cause) {
            this(cause, NO_THREAD);
        }

        @Override
        public void handle(Handler by) {
            by.failed(this);
        }
    }

    /** Tells which thread called {@code System.exit}, and from which line. */
    record Exiting(String where) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.exiting(this);
        }
    }

    /**
     * Tells the child's file descriptor with which the parent opens {@link LastTasks}. A changed format of the tasks
     * would need a new kind of line.
     */
    record Tasks(int descriptor) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.tasks(this);
        }
    }

    /**
     * Tells that the run is over, its engine is closed, and the child waits for the next order.
     *
     * @param left what of the run is left in the child, as text; empty if nothing is
     */
    record Rests(String left) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.rests(this);
        }
    }

    /** Reports the child's memory figures. */
    record Memory(MemoryFigures figures) implements ControlLine {
        @Override
        public void handle(Handler by) {
            by.memory(this);
        }
    }

    /** Returns the line without a line break. */
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

    /** Parses a line. Returns null if it is not a control line of a known kind. Extra words are skipped. */
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
     * Returns whether a line is a control line of a kind that this version does not know. It comes from a child of
     * another version and can be ignored.
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

    /** Calls the method of {@code by} for this kind of line. */
    void handle(Handler by);

    /** Has one method for each kind of line, so that the compiler finds a kind without a handler. */
    interface Handler {
        void ready(Ready ready);

        void failed(Failed failed);

        void exiting(Exiting exiting);

        void tasks(Tasks tasks);

        void rests(Rests rests);

        void memory(Memory memory);
    }
}
