package org.moide.coordinator.control;

import java.util.List;
import java.util.regex.Pattern;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarReference;

/**
 * An order to a host to coordinate a run whose user goes away. Paths in the plan begin in the run's working folder, with the jars
 * in {@link #jarPath} and the files in it, by their names.
 *
 * @param run its ID, chosen by whoever asks, so that a repeat makes no second run
 * @param plan all that the run was told, as JSON
 * @param words the application and its arguments, for people
 * @param owner who starts it and from where, a claim
 * @param jars of the application, in the order of its class path; sent before
 * @param files of {@code --files} and other options, sent before
 * @param kept whether the run's folder stays until somebody removes it
 * @param onEnd a command for the system's shell on the coordinator's host when the run has ended; empty for none
 * @param software the version of MOIDE that wrote the plan, as handshakes say it
 */
public record DetachedOrder(
        String run,
        String plan,
        String words,
        String owner,
        List<JarReference> jars,
        List<FileReference> files,
        boolean kept,
        String onEnd,
        String software)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    private static final Pattern ID = Pattern.compile("[0-9a-z]{1,40}");
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int MOST_ENTRIES = 10_000;

    public DetachedOrder {
        if (!ID.matcher(run).matches()) {
            throw new IllegalArgumentException("expected a run's ID of small letters and digits, found another text");
        }
        if (plan.length() > MOST_CHARACTERS
                || words.length() > MOST_CHARACTERS
                || owner.length() > MOST_CHARACTERS
                || onEnd.length() > MOST_CHARACTERS
                || software.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "expected a plan and words of at most " + MOST_CHARACTERS + " characters, found more");
        }
        if (jars.size() > MOST_ENTRIES || files.size() > MOST_ENTRIES) {
            throw new IllegalArgumentException("expected at most " + MOST_ENTRIES + " jars and as many files, found "
                    + jars.size() + " and " + files.size());
        }
        jars = List.copyOf(jars);
        files = List.copyOf(files);
    }

    /** The path of a jar from the run's working folder, by its place in {@code jars}. */
    public static String jarPath(int place, String name) {
        return "../jars/" + place + "-" + plain(name);
    }

    /** A name from another system, as a file can be called here. */
    private static String plain(String name) {
        String letters = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return letters.length() <= 100 ? letters : letters.substring(letters.length() - 100);
    }
}
