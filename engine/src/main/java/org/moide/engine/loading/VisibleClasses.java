package org.moide.engine.loading;

import java.util.Set;

/**
 * A class loader that shows an application only the Java platform and the application API. It hides the libraries that
 * MOIDE uses, so that an application can bring its own versions, and MOIDE's internal packages.
 */
final class VisibleClasses extends ClassLoader {
    /**
     * Packages that an application sees, without their subpackages. The last two are for programs that use the library,
     * because their classes refer to it. If this installation has no library, the program's own classes bring it.
     */
    private static final Set<String> PACKAGES = Set.of(
            "org.moide.engine",
            "org.moide.commlib",
            "org.moide.balance.strategy",
            "org.moide.balance.worker.strategy",
            "org.moide.engine.executor",
            "org.moide");

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader engine;

    VisibleClasses(ClassLoader engine) {
        super("application-api", ClassLoader.getPlatformClassLoader());
        this.engine = engine;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (isVisible(name)) {
            return engine.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    static boolean isVisible(String className) {
        int dot = className.lastIndexOf('.');
        return dot > 0 && PACKAGES.contains(className.substring(0, dot));
    }
}
