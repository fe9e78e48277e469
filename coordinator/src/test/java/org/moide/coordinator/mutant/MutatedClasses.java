package org.moide.coordinator.mutant;

import java.util.Map;
import java.util.Set;

/**
 * The class loader of a mutant, a class with a planted fault. It loads the mutant from memory and loads again all
 * classes that refer to it. All other classes are shared, so that they stay compiled to machine code.
 */
final class MutatedClasses extends ClassLoader {
    private final Map<String, byte[]> mutated;
    private final Set<String> packages;
    private final ClassFiles files;

    /**
     * Creates the class loader.
     *
     * @param mutated the mutant's class files by class name
     * @param packages the packages whose classes this loader loads itself
     */
    MutatedClasses(Map<String, byte[]> mutated, Set<String> packages, ClassFiles files) {
        super(MutatedClasses.class.getClassLoader());
        this.mutated = mutated;
        this.packages = packages;
        this.files = files;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        int end = name.lastIndexOf('.');
        if (end < 0 || !packages.contains(name.substring(0, end))) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] changed = mutated.get(name);
        byte[] bytes = changed == null ? files.of(name) : changed;
        if (bytes.length == 0) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }
}
