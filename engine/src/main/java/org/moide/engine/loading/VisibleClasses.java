package org.moide.engine.loading;

import java.util.Set;

/**
 * What an application sees beside its own classes: the Java platform and the application API. It sees neither the
 * libraries that we use, so that it gets its own versions of them, nor our inner packages.
 */
final class VisibleClasses extends ClassLoader {
    /**
     * Exact packages: what lies below them is ours. The last two are for programs that use the library, whose classes name it; if
     * this installation has not got it, it comes with their own.
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
