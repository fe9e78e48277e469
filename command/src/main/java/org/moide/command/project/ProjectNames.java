package org.moide.command.project;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;

/**
 * The names in a new project.
 *
 * @param artifact the name of the Maven artifact and of the jar
 * @param packageName the package of the application
 * @param className the simple name of the application's class
 */
public record ProjectNames(String artifact, String packageName, String className) {
    /** The pattern of an artifact name that Maven and file systems accept and that contains a Java name. */
    private static final Pattern ARTIFACT = Pattern.compile("[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*");

    /**
     * The greatest length of a name in characters. The project's files have longer names that contain it, and file
     * names have at most 255 characters.
     */
    private static final int LONGEST = 100;

    /**
     * The packages whose classes the templates use by simple name. An application's class of the same name would hide
     * them.
     */
    private static final List<String> TAKEN = List.of(
            "java.lang.",
            "java.util.",
            "java.util.stream.",
            "java.io.",
            "java.nio.file.",
            "org.moide.engine.",
            "org.moide.commlib.");

    public ProjectNames {
        if (artifact.length() > LONGEST || !ARTIFACT.matcher(artifact).matches()) {
            throw new PlanException(
                    "expected a name of letters and digits, with '-', '_' or '.' between them, that begins with a"
                            + " letter and has at most " + LONGEST + ", such as my-app, found '" + artifact + "'");
        }
        if (packageName.length() > LONGEST || !SourceVersion.isName(packageName, SourceVersion.RELEASE_17)) {
            throw new PlanException("--package: expected the name of a Java package of at most " + LONGEST
                    + " letters, such as org.example.app, found '" + packageName + "'");
        }
        if (packageName.equals("java") || packageName.startsWith("java.") || packageName.startsWith("org.moide")) {
            throw new PlanException("--package: expected a package of your own, found '" + packageName + "'");
        }
    }

    /**
     * Returns names that are derived from the artifact's name: {@code my-app} has the class {@code MyApp}.
     *
     * @param packageName the package; null for {@code org.example} and the artifact's name
     */
    public static ProjectNames of(String artifact, @Nullable String packageName) {
        StringBuilder className = new StringBuilder();
        for (String word : artifact.split("[^A-Za-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                className.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
            }
        }
        return new ProjectNames(
                artifact, packageName == null ? packageOf(artifact) : packageName, unhidden(className.toString()));
    }

    private static String packageOf(String artifact) {
        String last = artifact.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
        return "org.example." + (SourceVersion.isName(last, SourceVersion.RELEASE_17) ? last : last + "app");
    }

    private static String unhidden(String className) {
        boolean hides = TAKEN.stream().anyMatch(packageName -> isClass(packageName + className));
        return hides ? className + "App" : className;
    }

    private static boolean isClass(String name) {
        try {
            Class.forName(name, false, ProjectNames.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | NoClassDefFoundError none) {
            return false;
        }
    }

    /** Returns the Maven group, which is the package above the application's. */
    String group() {
        int last = packageName.lastIndexOf('.');
        return last < 0 ? packageName : packageName.substring(0, last);
    }
}
