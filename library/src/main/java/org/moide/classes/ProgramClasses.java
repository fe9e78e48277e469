package org.moide.classes;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jars and class folders that engines need to load a program's classes, for an application or for the calls of an
 * executor. Immutable.
 */
public final class ProgramClasses {
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final List<Path> classPath;
    private final boolean followsLoaders;

    /**
     * Finds the jars and class folders of this program.
     *
     * @param named the jars and class folders to use; null to use the program's class path and its class loaders
     */
    public ProgramClasses(@Nullable List<Path> named) {
        this.classPath = named == null ? OwnClasses.ofProgram() : List.copyOf(named);
        this.followsLoaders = named == null;
    }

    /** Returns the jars and class folders for an application that is known only by name. */
    public List<Path> places() {
        return classPath;
    }

    /** Returns the jars and class folders for an application, including those that its class loaders name. */
    public List<Path> places(Class<?> application) {
        Set<Path> all = new LinkedHashSet<>();
        Path place = OwnClasses.placeOf(application);
        if (place != null && !classPath.contains(place) && !OwnClasses.places().contains(place)) {
            all.add(place);
        }
        all.addAll(classPath);
        if (followsLoaders) {
            all.addAll(OwnClasses.ofLoaders(application));
        }
        return List.copyOf(all);
    }

    /**
     * Returns the jars and class folders for the calls that this class submits, and this library, which engines need to
     * run the calls.
     */
    public List<Path> placesOfCalls(Class<?> submits) {
        return Stream.concat((followsLoaders ? places(submits) : classPath).stream(), OwnClasses.library().stream())
                .distinct()
                .toList();
    }

    /** Returns the class that has called the library. Engines get the classes of its program. */
    public static Class<?> caller(Set<Class<?>> library) {
        return CALLERS.walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                .filter(type -> type != ProgramClasses.class && !library.contains(type))
                .findFirst()
                .orElse(ProgramClasses.class));
    }
}
