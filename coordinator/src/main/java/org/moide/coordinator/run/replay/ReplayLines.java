package org.moide.coordinator.run.replay;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Letter;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.text.Plural;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;

/**
 * Describes the events and acts of a run's core in lines for people: which engine reported what, and which command went
 * to which engine.
 */
final class ReplayLines {
    private static final int MOST_ELEMENTS = 4;
    private static final int MOST_TEXT = 120;
    private static final double NANOS = 1e9;

    private ReplayLines() {}

    /**
     * Returns whether an event is routine, such as a heartbeat, and had no consequence, so that a description of the
     * run can leave it out.
     */
    static boolean isRoutine(RunCoreEvent event) {
        return event instanceof RunCoreEvent.Reported reported
                && (reported.report() instanceof EngineReport.Beat || reported.report() instanceof EngineReport.Looked);
    }

    static String of(RunCoreEvent event) {
        if (event instanceof RunCoreEvent.Reported reported) {
            EngineReport report = reported.report();
            Object what = report instanceof EngineReport.Loan loan ? message(loan.letter()) : report;
            return "engine-" + reported.engine() + " says: " + words(what);
        }
        return words(event);
    }

    static String of(RunAct act) {
        if (act instanceof RunAct.Tell tell) {
            EngineCommand command = tell.command();
            Object what = command instanceof EngineCommand.Loan loan ? message(loan.letter()) : command;
            return "-> engine-" + tell.seat() + ": " + words(what);
        } else if (act instanceof RunAct.Note note) {
            return "the user reads: " + note.line();
        }
        return "=> " + words(act);
    }

    private static Object message(Letter letter) {
        return letter.message();
    }

    /** Returns a description of a value in words. Of a long collection it gives only the number of elements. */
    static String words(@Nullable Object value) {
        if (value instanceof NodeReference || value == null) {
            return "";
        } else if (value instanceof byte[] bytes) {
            return Plural.of(bytes.length, "byte");
        } else if (value instanceof Registration registration) {
            return "epoch " + registration.epoch() + " of "
                    + Plural.of(registration.engines().size(), "engine");
        } else if (value instanceof Record message) {
            return words(message);
        } else if (value instanceof Map<?, ?> map) {
            return words(map.keySet());
        } else if (value instanceof Collection<?> many) {
            return words(many);
        } else if (value instanceof long[] numbers) {
            return Plural.of(numbers.length, "number");
        } else if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        String text = value.toString().lines().findFirst().orElse("");
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT - 3) + "...";
    }

    private static String words(Collection<?> many) {
        if (many.isEmpty() || many.size() > MOST_ELEMENTS || many.iterator().next() instanceof byte[]) {
            return many.isEmpty() ? "" : Integer.toString(many.size());
        }
        List<String> each = new ArrayList<>();
        many.forEach(element -> each.add(words(element)));
        return "[" + String.join("; ", each) + "]";
    }

    private static String words(Record message) {
        List<String> parts = new ArrayList<>();
        for (RecordComponent component : message.getClass().getRecordComponents()) {
            Object value = value(message, component);
            String words = component.getName().endsWith("Nanos") && value instanceof Long nanos
                    ? String.format(Locale.ROOT, "%.6f s", nanos / NANOS)
                    : words(value);
            if (!words.isEmpty()) {
                parts.add(component.getName() + " " + words);
            }
        }
        String name = message.getClass().getSimpleName();
        return parts.isEmpty() ? name : name + " (" + String.join(", ", parts) + ")";
    }

    private static @Nullable Object value(Record message, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(message);
        } catch (IllegalAccessException | InvocationTargetException impossible) {
            throw new IllegalStateException("every record gives its components", impossible);
        }
    }
}
