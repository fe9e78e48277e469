package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.List;
import org.moide.commlib.system.VisibleText;
import org.moide.engine.Arguments;

/**
 * The application of a run. Its class exists and has been checked to be an application.
 *
 * @param name the name as the user wrote it; messages and the report use it
 * @param className the class, which implements one of the types in {@link ProgramKind}
 * @param classPath the jars and class folders that the application needs besides MOIDE's own jar, in order; the run
 *     ships them to the hosts
 * @param arguments the arguments after the application's name
 */
public record ApplicationPlan(String name, String className, List<Path> classPath, Arguments arguments) {
    public ApplicationPlan {
        classPath = List.copyOf(classPath);
        if (className.isBlank()) {
            throw new IllegalArgumentException("expected a class name, found '" + className + "'");
        }
    }

    /** Returns a copy with this name, or this plan if the name is empty. */
    public ApplicationPlan called(String other) {
        return other.isEmpty() ? this : new ApplicationPlan(other, className, classPath, arguments);
    }

    /** Returns the name and the arguments in one line without control characters. */
    public String line() {
        return VisibleText.line((name + " " + String.join(" ", arguments.words())).strip());
    }

    @Override
    public String toString() {
        return name + (name.equals(className) ? "" : " (" + className + ")") + " from " + classPath + ", arguments: "
                + arguments;
    }
}
