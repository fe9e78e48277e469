package org.moide.engine.loading;

import java.util.Set;

/**
 * The classes that an application sees beside its own: the Java platform and the application API. It sees neither the
 * libraries that we use, so that it gets its own versions of them, nor our inner packages.
 */
final class VisibleClasses extends ClassLoader {
    /**
     * The packages that an application sees; the packages below them are ours. The last two are for programs that use
     * the library, whose classes name it. If this installation has no library, it comes with the program's classes.
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
