package org.moide.coordinator.plan;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.VisibleText;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.WorkerApplication;
import org.moide.engine.loading.ApplicationLoader;
import org.moide.engine.loading.ApplicationThreads;

/**
 * Inspects an application's classes before a run, so that a wrong class name is reported before anything starts. Only
 * {@link #instance} runs code of the application. Not thread-safe.
 */
public final class ApplicationClasses implements AutoCloseable {
    /**
     * The number to add to a version of Java to get the version of its class files: Java 17 has class files of version
     * 61.
     */
    private static final int CLASS_VERSION_BEFORE_JAVA_1 = 44;

    private static final List<Class<? extends Program>> KINDS =
            List.of(Application.class, TaskApplication.class, WorkerApplication.class);

    private final List<Path> classPath;
    private final URLClassLoader loader;

    /**
     * Opens the classes.
     *
     * @param classPath jars and folders that exist
     */
    public ApplicationClasses(List<Path> classPath) {
        this.classPath = List.copyOf(classPath);
        URL[] urls = this.classPath.stream().map(ApplicationClasses::url).toArray(URL[]::new);
        loader = new URLClassLoader("application", urls, Program.class.getClassLoader());
    }

    /**
     * Returns the names of the types that an application can implement, for messages. An application implements one of
     * them.
     */
    static String kinds() {
        return Application.class.getName() + ", "
                + KINDS.stream().skip(1).map(Class::getSimpleName).collect(Collectors.joining(" or "));
    }

    /** Returns whether a class of this name exists. It need not be an application. */
    boolean has(String className) {
        return loader.getResource(className.replace('.', '/') + ".class") != null;
    }

    /**
     * Returns the class of an application, after checking that it is one. Does not run its code.
     *
     * @throws PlanException if the class is no application; the message says what it lacks
     */
    Class<?> application(String className) {
        Class<?> found;
        try {
            found = Class.forName(className, false, loader);
        } catch (ClassNotFoundException absent) {
            throw new PlanException(
                    "expected a class " + className + ", found none in " + places() + nested() + hint(className),
                    absent);
        } catch (UnsupportedClassVersionError newer) {
            throw new PlanException(tooNew(className, newer), newer);
        } catch (SecurityException refused) {
            throw new PlanException(ApplicationLoader.refused(loader, className, refused), refused);
        } catch (LinkageError broken) {
            throw new PlanException(
                    className + " cannot be loaded: " + broken + "; is a jar missing from --classpath?", broken);
        }
        String lack = lackOf(found);
        if (!lack.isEmpty()) {
            throw new PlanException(className + " is no application: " + lack);
        }
        return found;
    }

    /**
     * Creates an application object. This runs the class's static initialiser and its constructor.
     *
     * @throws PlanException if the class is no application or its constructor fails
     */
    public Program instance(String className) {
        Class<?> type = application(className);
        return ask(() -> made(type));
    }

    /**
     * Calls a supplier that calls the application. During the call, the context class loader of the thread is that of
     * the application.
     */
    public <T> T ask(Supplier<T> question) {
        return ApplicationThreads.ask(loader, question);
    }

    private static Program made(Class<?> type) {
        try {
            return (Program) type.getConstructor().newInstance();
        } catch (InvocationTargetException thrown) {
            throw new PlanException(
                    "the constructor of " + type.getName() + " threw "
                            + VisibleText.line(String.valueOf(thrown.getCause())),
                    thrown);
        } catch (ReflectiveOperationException | LinkageError | SecurityException broken) {
            throw new PlanException("no object of " + type.getName() + " can be made: " + broken, broken);
        }
    }

    /**
     * Returns the kind of an application. Does not run its code.
     *
     * @throws PlanException if the class is no application
     */
    public ProgramKind kind(String className) {
        return ProgramKind.of(application(className));
    }

    /** Returns whether an application, or a class that it uses, calls one of these methods of {@link ComputeThread}. */
    public boolean calls(String className, Collection<String> methods) {
        return new CalledMethods(loader, ComputeThread.class).isAnyCalled(className, methods);
    }

    /**
     * Returns the class names of the applications in one jar or folder. Classes that cannot be loaded because another
     * class is missing are left out.
     */
    List<String> applicationsIn(Path place) {
        try {
            return classFilesIn(place).stream()
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .filter(this::isApplication)
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new PlanException("cannot read " + place + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
    }

    private static List<String> classFilesIn(Path place) throws IOException {
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.walk(place)) {
                return files.map(file -> place.relativize(file).toString().replace(File.separatorChar, '/'))
                        .toList();
            }
        }
        try (ZipFile file = new ZipFile(place.toFile())) {
            return file.stream().map(ZipEntry::getName).toList();
        }
    }

    /**
     * Returns a hint that names applications with a similar name, compared with and without their packages; empty if
     * there are none.
     */
    private String hint(String className) {
        List<String> there = classPath.stream()
                .flatMap(place -> applicationsIn(place).stream())
                .distinct()
                .toList();
        List<String> near = Nearest.to(className, there);
        if (near.isEmpty()) {
            String simple = className.substring(className.lastIndexOf('.') + 1);
            near = there.stream()
                    .filter(name -> !Nearest.to(simple, List.of(name.substring(name.lastIndexOf('.') + 1)))
                            .isEmpty())
                    .toList();
        }
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    private boolean isApplication(String className) {
        try {
            return lackOf(Class.forName(className, false, loader)).isEmpty();
        } catch (UnsupportedClassVersionError newer) {
            throw new PlanException(tooNew(className, newer), newer);
        } catch (SecurityException refused) {
            throw new PlanException(ApplicationLoader.refused(loader, className, refused), refused);
        } catch (ClassNotFoundException | LinkageError notForUs) {
            return false;
        }
    }

    private static String lackOf(Class<?> found) {
        if (KINDS.stream().noneMatch(kind -> kind.isAssignableFrom(found))) {
            return "expected it to implement " + kinds();
        }
        if (found.isInterface() || Modifier.isAbstract(found.getModifiers())) {
            return "expected a class of which objects can be made, found an abstract one";
        }
        if (!Modifier.isPublic(found.getModifiers())) {
            return "expected a public class, found one that is not";
        }
        boolean constructible =
                Arrays.stream(found.getConstructors()).anyMatch(constructor -> constructor.getParameterCount() == 0);
        return constructible ? "" : "expected a public constructor without parameters, found none";
    }

    private static String tooNew(String className, UnsupportedClassVersionError error) {
        var version = Pattern.compile("class file version (\\d+)").matcher(String.valueOf(error.getMessage()));
        String compiledFor = version.find()
                ? "Java " + (Integer.parseInt(version.group(1)) - CLASS_VERSION_BEFORE_JAVA_1)
                : "a newer Java";
        return className + " is compiled for " + compiledFor + ", and this is Java "
                + Runtime.version().feature() + ": run MOIDE with the newer JDK, or compile with --release "
                + Runtime.version().feature();
    }

    /**
     * Returns a part of a message if the class path has classes in a folder that only the class loader of a framework
     * reads, such as that of Spring Boot; otherwise an empty text.
     */
    String nested() {
        for (String folder : List.of("BOOT-INF/classes/", "WEB-INF/classes/")) {
            if (classPath.stream().anyMatch(place -> holds(place, folder))) {
                return "; classes in " + folder
                        + ", as in a jar of Spring Boot or a war, are not read: name the plain jar and"
                        + " those that it needs with --classpath";
            }
        }
        return "";
    }

    private static boolean holds(Path place, String folder) {
        try {
            return classFilesIn(place).stream().anyMatch(name -> name.startsWith(folder));
        } catch (IOException unreadable) {
            return false;
        }
    }

    private String places() {
        return classPath.isEmpty()
                ? "MOIDE itself; name its jar or folder with --classpath"
                : String.join(", ", classPath.stream().map(Path::toString).toList());
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException leftOpen) {
            throw new UncheckedIOException(leftOpen);
        }
    }
}
