package org.moide.coordinator.run.session;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.moide.commlib.port.FixedOrder;
import org.moide.engine.ComputeThread;
import org.moide.engine.WorkerApplication;

/**
 * Finds out whether an application calls {@code restore}, by which a thread gets its state of a checkpoint back. The
 * class files tell that: the search begins at the application's class and continues at the classes of all methods that
 * these class files name. It runs none of their code and does not see calls by reflection.
 */
final class RestoreCalls {
    private static final String RESTORE = "restore";

    /**
     * The limit on the number of classes that are searched. Searching so many takes some seconds. An application with
     * more classes probably calls {@code restore} through a framework, where the search would not find the call.
     */
    private static final int MOST_CLASSES = 10_000;

    private static final List<String> NOT_THE_APPLICATIONS =
            List.of("java/", "javax/", "jdk/", "sun/", "org/moide/engine/", "org/moide/commlib/");

    private static final Set<String> DESCRIPTORS = FixedOrder.copyOf(Arrays.stream(ComputeThread.class.getMethods())
            .filter(method -> method.getName().equals(RESTORE))
            .map(RestoreCalls::descriptor)
            .toList());

    private final ClassLoader loader;
    private final Set<String> seen = new HashSet<>();
    private final Deque<String> open = new ArrayDeque<>();

    private RestoreCalls(ClassLoader loader) {
        this.loader = loader;
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    /**
     * Returns whether the application's class files contain a call of {@code restore}; false if they cannot be read.
     * The search takes some milliseconds. For workers the result is always true, since the program that runs them can
     * go back to a checkpoint.
     */
    static boolean in(Class<?> application) {
        if (WorkerApplication.class.isAssignableFrom(application)) {
            return true;
        }
        ClassLoader loader = application.getClassLoader();
        RestoreCalls search = new RestoreCalls(loader == null ? ClassLoader.getSystemClassLoader() : loader);
        try {
            return search.from(application.getName().replace('.', '/'));
        } catch (IOException unreadable) {
            return false; // the run then ends as without a call of restore
        }
    }

    private boolean from(String name) throws IOException {
        find(name);
        while (!open.isEmpty()) {
            try (InputStream file = loader.getResourceAsStream(open.remove() + ".class")) {
                if (file != null && calls(new DataInputStream(new BufferedInputStream(file)))) {
                    return true;
                }
            }
        }
        return false;
    }

    private void find(String name) {
        boolean ours = !name.startsWith("[") && NOT_THE_APPLICATIONS.stream().noneMatch(name::startsWith);
        if (ours && seen.size() < MOST_CLASSES && seen.add(name)) {
            open.add(name);
        }
    }

    /**
     * Returns whether a class calls {@code restore}. Reads the constant pool of the class file (JVMS §4.4). Adds to the
     * classes to be searched the supertypes of the class and the classes whose methods it calls. Other classes that it
     * mentions, such as nested ones, are not added.
     */
    private boolean calls(DataInputStream file) throws IOException {
        file.skipNBytes(8); // skips magic number and version
        int count = file.readUnsignedShort();
        String[] texts = new String[count];
        int[] classes = new int[count];
        List<Integer> named = new ArrayList<>();
        int[][] members = new int[count][];
        for (int entry = 1; entry < count; entry++) {
            int tag = file.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[entry] = file.readUTF();
                case 7 -> classes[entry] = file.readUnsignedShort();
                case 12 -> members[entry] = new int[] {file.readUnsignedShort(), file.readUnsignedShort()};
                case 9, 10, 11 -> {
                    named.add(file.readUnsignedShort());
                    file.skipNBytes(2);
                }
                case 8, 16, 19, 20 -> file.skipNBytes(2);
                case 15 -> file.skipNBytes(3);
                case 3, 4, 17, 18 -> file.skipNBytes(4);
                case 5, 6 -> {
                    file.skipNBytes(8);
                    entry++; // a long or double takes two entries
                }
                default -> throw new IOException("expected a constant's tag, found " + tag);
            }
        }
        file.skipNBytes(4); // skips the access flags and the class itself
        named.add(file.readUnsignedShort()); // the superclass
        for (int interfaces = file.readUnsignedShort(); interfaces > 0; interfaces--) {
            named.add(file.readUnsignedShort());
        }
        named.forEach(type -> find(texts[classes[type]]));
        return Arrays.stream(members)
                .anyMatch(member ->
                        member != null && RESTORE.equals(texts[member[0]]) && DESCRIPTORS.contains(texts[member[1]]));
    }
}
