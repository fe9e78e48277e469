package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.List;
import org.moide.commlib.system.VisibleText;
import org.moide.engine.Arguments;

/**
 * The application of a run. Its class was found and is an application.
 *
 * @param name the name as the user wrote it; messages and the report use it
 * @param className the class, which implements {@code Application} or {@code TaskApplication}
 * @param classPath the jars and class folders that it needs besides MOIDE's own jar, in order; they are shipped to
 *     the hosts
 * @param arguments the arguments after its name
 */
public record ApplicationPlan(String name, String className, List<Path> classPath, Arguments arguments) {
    public ApplicationPlan {
        classPath = List.copyOf(classPath);
        if (className.isBlank()) {
            throw new IllegalArgumentException("expected a class name, found '" + className + "'");
        }
    }

    /** Returns the same application under another name; under its own if that is empty. */
    public ApplicationPlan called(String other) {
        return other.isEmpty() ? this : new ApplicationPlan(other, className, classPath, arguments);
    }

    /** Returns the name and the arguments, in one line without control characters. */
    public String line() {
        return VisibleText.line((name + " " + String.join(" ", arguments.words())).strip());
    }

    @Override
    public String toString() {
        return name + (name.equals(className) ? "" : " (" + className + ")") + " from " + classPath + ", arguments: "
                + arguments;
    }
}
