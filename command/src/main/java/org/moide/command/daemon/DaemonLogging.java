package org.moide.command.daemon;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.plan.LogSettings;
import org.moide.coordinator.plan.PlanException;

/** The log of a process that is only a daemon: one line for each entry, with time (UTC), level and host. */
public final class DaemonLogging {
    private static final int MOST_BYTES = 10 << 20;
    private static final int FILES = 5;

    private DaemonLogging() {}

    /**
     * Redirects all log entries of this process to a file or to standard error.
     *
     * @throws PlanException if the file cannot be written
     */
    public static void begin(LogSettings settings, String host) {
        Handler handler = handler(settings.file());
        Level level = level(settings.level());
        handler.setFormatter(new Line(host));
        handler.setLevel(level);
        Logger root = Logger.getLogger("");
        for (Handler usual : root.getHandlers()) {
            root.removeHandler(usual);
        }
        root.addHandler(handler);
        root.setLevel(level);
        // Libraries may log warnings only.
        if (settings.level() == LogSettings.Level.DEBUG) {
            root.setLevel(Level.INFO);
            Logger.getLogger("org.moide").setLevel(level);
        }
    }

    private static Handler handler(@Nullable Path file) {
        if (file == null) {
            return new ConsoleHandler();
        }
        Path whole = file.toAbsolutePath();
        try {
            Path folder = whole.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            // FileHandler would interpret a percent sign.
            String pattern = whole.toString().replace("%", "%%");
            return new FileHandler(pattern + ".%g", MOST_BYTES, FILES, true);
        } catch (IOException impossible) {
            throw new PlanException("--log-file: cannot write " + whole + ": " + FileTrouble.whenWriting(impossible));
        }
    }

    private static Level level(LogSettings.Level level) {
        return switch (level) {
            case ERROR -> Level.SEVERE;
            case WARNING -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.FINE;
        };
    }

    /** The format of a line: {@code 2026-11-25T18:40:12.345Z INFO node7 run 4k2: engine-1 starts, with 2 threads}. */
    static final class Line extends Formatter {
        private final String host;

        Line(String host) {
            this.host = host;
        }

        @Override
        public String format(LogRecord logged) {
            StringBuilder line = new StringBuilder();
            line.append(logged.getInstant().truncatedTo(ChronoUnit.MILLIS))
                    .append(' ')
                    .append(word(logged.getLevel()))
                    .append(' ')
                    .append(host)
                    .append(' ')
                    .append(VisibleText.line(formatMessage(logged).replaceAll("\\R", "; ")))
                    .append(System.lineSeparator());
            Throwable thrown = logged.getThrown();
            if (thrown != null) {
                StringWriter stack = new StringWriter();
                thrown.printStackTrace(new PrintWriter(stack, true));
                line.append(VisibleText.lines(stack.toString()));
            }
            return line.toString();
        }

        private static String word(Level level) {
            if (level.intValue() >= Level.SEVERE.intValue()) {
                return "ERROR";
            }
            return level.intValue() < Level.INFO.intValue()
                    ? "DEBUG"
                    : level.getName().toUpperCase(Locale.ROOT);
        }
    }
}
