package org.moide.classes;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The places of a program's classes: for an application, and for the calls of an executor. Immutable. */
public final class ProgramClasses {
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final List<Path> classPath;
    private final boolean followsLoaders;

    /**
     * Takes those of this program.
     *
     * @param named in place of the program's class path; null if it and the class loaders are to be asked
     */
    public ProgramClasses(@Nullable List<Path> named) {
        this.classPath = named == null ? OwnClasses.ofProgram() : List.copyOf(named);
        this.followsLoaders = named == null;
    }

    /** Jars and class folders for whatever has a name only. */
    public List<Path> places() {
        return classPath;
    }

    /** Jars and class folders for an application: also where its class loader has it from. */
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

    /** Jars and class folders for calls that this class submits, and for what runs them where this library is not. */
    public List<Path> placesOfCalls(Class<?> submits) {
        return Stream.concat((followsLoaders ? places(submits) : classPath).stream(), OwnClasses.library().stream())
                .distinct()
                .toList();
    }

    /** The class of the program that has called the library, whose classes these are. */
    public static Class<?> caller(Set<Class<?>> library) {
        return CALLERS.walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                .filter(type -> type != ProgramClasses.class && !library.contains(type))
                .findFirst()
                .orElse(ProgramClasses.class));
    }
}
