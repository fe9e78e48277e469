package org.moide.coordinator.control;

import java.util.List;
import java.util.regex.Pattern;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarReference;

/**
 * An order to a host to coordinate a run without the terminal of its user. Paths in the plan are relative to the run's
 * working folder. Jars are at {@link #jarPath}, files are in the working folder under their own names.
 *
 * @param run the run's ID; the caller chooses it, so that a repeated order starts no second run
 * @param plan the run's {@link org.moide.coordinator.plan.RunPlan} as JSON
 * @param words the application and its arguments, to be shown to people
 * @param owner who starts the run and from where; the caller claims it, nobody checks it
 * @param jars the application's jars in the order of its class path; the caller has sent their content before
 * @param files the files of {@code --files} and other options; the caller has sent their content before
 * @param kept whether the run's folder stays until somebody removes it
 * @param onEnd a command that the system's shell on the coordinator's host executes when the run has ended; empty
 *     for none
 * @param software the version of MOIDE that wrote the plan, in the form that handshakes use
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

    /**
     * Returns the path of a jar relative to the run's working folder. The path begins with the jar's index in
     * {@code jars}, so that two jars may have the same name.
     */
    public static String jarPath(int place, String name) {
        return "../jars/" + place + "-" + plain(name);
    }

    /**
     * Returns a file name, which may come from another system, reduced to characters that every system allows. It has
     * at most 100 of them.
     */
    private static String plain(String name) {
        String letters = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return letters.length() <= 100 ? letters : letters.substring(letters.length() - 100);
    }
}
