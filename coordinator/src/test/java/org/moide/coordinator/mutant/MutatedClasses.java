package org.moide.coordinator.mutant;

import java.util.Map;
import java.util.Set;

/**
 * A world with a mutant in it. The mutant's classes come from memory, all classes that refer to it are loaded anew, and
 * the rest is shared with the other worlds, compiled as it is by now.
 */
final class MutatedClasses extends ClassLoader {
    private final Map<String, byte[]> mutated;
    private final Set<String> packages;
    private final ClassFiles files;

    /**
     * Begins without loaded classes.
     *
     * @param mutated the class files of the mutant, by their names
     * @param packages the packages whose classes are loaded here
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
