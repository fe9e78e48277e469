package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.List;
import org.moide.commlib.system.VisibleText;
import org.moide.engine.Arguments;

/**
 * The application of a run, found and looked at: its class is there and is one.
 *
 * @param name as the user wrote it; what messages and the report call it
 * @param className the class, which implements {@code Application} or {@code TaskApplication}
 * @param classPath the jars and class folders that it needs besides MOIDE's own jar, in order; what is shipped to the
 *     hosts
 * @param arguments what stood after its name
 */
public record ApplicationPlan(String name, String className, List<Path> classPath, Arguments arguments) {
    public ApplicationPlan {
        classPath = List.copyOf(classPath);
        if (className.isBlank()) {
            throw new IllegalArgumentException("expected a class name, found '" + className + "'");
        }
    }

    /** The same with another name; with its own if that is empty. */
    public ApplicationPlan called(String other) {
        return other.isEmpty() ? this : new ApplicationPlan(other, className, classPath, arguments);
    }

    /** Its name and arguments, in one line without controls. */
    public String line() {
        return VisibleText.line((name + " " + String.join(" ", arguments.words())).strip());
    }

    @Override
    public String toString() {
        return name + (name.equals(className) ? "" : " (" + className + ")") + " from " + classPath + ", arguments: "
                + arguments;
    }
}
