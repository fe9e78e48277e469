package org.moide.engine.loading;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.List;
import org.moide.engine.Application;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.UsageException;
import org.moide.engine.WorkerApplication;

/** The checked main class of an application, which makes application objects. Any thread. */
public final class ProgramClass {
    private static final List<Class<? extends Program>> KINDS =
            List.of(Application.class, TaskApplication.class, WorkerApplication.class);

    private final Constructor<? extends Program> constructor;

    private ProgramClass(Constructor<? extends Program> constructor) {
        this.constructor = constructor;
    }

    /**
     * Loads the class that {@link ApplicationFiles#mainClass} names.
     *
     * @throws UsageException if there is no such class (the message suggests similar names), or the class is not an
     *     application
     */
    public static ProgramClass find(ApplicationLoader loader) {
        return of(load(loader, loader.files().mainClass(), new ClassNames(loader)));
    }

    private static Class<?> load(ApplicationLoader loader, String name, ClassNames names) {
        try {
            // The class is not initialized here, because its static code must run on compute threads only.
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException unknown) {
            throw new UsageException("there is no class " + name + " in " + names.where() + names.nearest(name));
        } catch (SecurityException refused) {
            throw new UsageException(String.valueOf(refused.getMessage()));
        } catch (LinkageError broken) {
            throw new UsageException("class " + name + " cannot be loaded: " + inWords(broken, loader));
        }
    }

    /**
     * Checks that a class is an application, and returns it.
     *
     * @throws UsageException if it is not
     */
    public static ProgramClass of(Class<?> type) {
        if (!isApplication(type)) {
            throw new UsageException("class " + type.getName()
                    + " is no application: expected one that implements org.moide.engine.Application,"
                    + " TaskApplication or WorkerApplication");
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new UsageException("class " + type.getName() + " is abstract: expected one that can be made");
        }
        if (!Modifier.isPublic(type.getModifiers())) {
            throw new UsageException("class " + type.getName() + " is not public: an application class must be");
        }
        try {
            return new ProgramClass(type.asSubclass(Program.class).getConstructor());
        } catch (NoSuchMethodException none) {
            throw new UsageException("class " + type.getName()
                    + " has no public constructor without parameters: an application class needs one");
        } catch (LinkageError broken) {
            throw new UsageException(
                    "class " + type.getName() + " cannot be loaded: " + inWords(broken, type.getClassLoader()));
        }
    }

    static boolean isApplication(Class<?> type) {
        return KINDS.stream().anyMatch(kind -> kind.isAssignableFrom(type)) && !type.isInterface();
    }

    public String name() {
        return constructor.getDeclaringClass().getName();
    }

    /**
     * Creates an application object. It runs the application's code, so only the coordinator's main thread or a compute
     * thread may call it.
     *
     * @throws ProgramStartException if the constructor or the initialization of the class throws
     */
    public Program create() {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException thrown) {
            throw new ProgramStartException("the constructor of " + name() + " threw", thrown.getCause());
        } catch (LinkageError thrown) {
            Throwable cause = thrown.getCause();
            throw new ProgramStartException(
                    "class " + name() + " could not be initialized", cause == null ? thrown : cause);
        } catch (InstantiationException | IllegalAccessException impossible) {
            throw new ProgramStartException("class " + name() + " cannot be made", impossible);
        }
    }

    private static String inWords(LinkageError broken, ClassLoader loader) {
        if (broken instanceof UnsupportedClassVersionError) {
            return "it was compiled for a newer Java than this one, "
                    + Runtime.version().feature() + " (" + broken.getMessage() + ")";
        }
        String missing = String.valueOf(broken.getMessage());
        boolean isName =
                // The message "X (wrong name: own/X)" names no missing class.
                broken instanceof NoClassDefFoundError && !missing.contains(" ");
        if (isName && loader.getResource(missing + ".class") == null) {
            return "it needs class " + missing.replace('/', '.') + ", which is in none of its jars";
        }
        return broken.toString();
    }
}
