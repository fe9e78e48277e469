package org.moide.coordinator.plan;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which methods of one type an application's classes call. It reads their constant pools and runs none of
 * their code. The search begins at one class and continues at its superclass, its interfaces and all classes of which
 * it uses a member. It does not see calls by reflection. Not thread-safe.
 */
final class CalledMethods {
    /**
     * The packages that are not searched, since their classes never call a method of a compute thread for an
     * application.
     */
    private static final List<String> PASSED_OVER =
            List.of("java/", "javax/", "jdk/", "sun/", "org/moide/engine/", "org/moide/commlib/", "org/moide/balance/");

    /**
     * The size above which a class file is not read. A method has at most 64 KiB of code, so compilers do not write
     * such large files.
     */
    private static final int MOST_BYTES = 16 << 20;

    /**
     * The number of classes after which the search ends. No application has so many. Reading a class takes a fraction
     * of a millisecond.
     */
    private static final int MOST_CLASSES = 20_000;

    private static final int MAGIC = 0xCAFEBABE;

    private final ClassLoader classes;
    private final String owner;

    /**
     * Creates a search.
     *
     * @param owner the type that declares the methods for which calls are searched
     */
    CalledMethods(ClassLoader classes, Class<?> owner) {
        this.classes = classes;
        this.owner = owner.getName().replace('.', '/');
    }

    /**
     * Returns whether one of these methods is called by the class {@code className} or by a class that the search
     * reaches from it.
     */
    boolean isAnyCalled(String className, Collection<String> methods) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        open.add(className.replace('.', '/'));
        while (!open.isEmpty() && seen.size() < MOST_CLASSES) {
            String name = open.remove();
            if (!seen.add(name)) {
                continue;
            }
            Pool pool = read(name);
            if (pool != null && pool.calls(owner, methods)) {
                return true;
            }
            if (pool != null) {
                open.addAll(pool.classes());
            }
        }
        return false;
    }

    private @Nullable Pool read(String name) {
        if (name.startsWith("[") || PASSED_OVER.stream().anyMatch(name::startsWith)) {
            return null;
        }
        try (InputStream in = classes.getResourceAsStream(name + ".class")) {
            return in == null ? null : new Pool(in.readNBytes(MOST_BYTES));
        } catch (IOException unreadable) {
            return null; // the run will report the class when it loads it
        }
    }

    /** A class file's constant pool (Java Virtual Machine Specification, 4.4). */
    private static final class Pool {
        private final @Nullable String[] texts;
        private final int[] first;
        private final int[] second;
        private final byte[] tags;
        private final List<Integer> above = new ArrayList<>(); // indexes of the superclass and the interfaces

        Pool(byte[] file) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
            if (in.readInt() != MAGIC) {
                throw new IOException("no class file");
            }
            in.readInt(); // skips the class file's version
            int count = in.readUnsignedShort();
            texts = new String[count];
            first = new int[count];
            second = new int[count];
            tags = new byte[count];
            for (int at = 1; at < count; at++) {
                tags[at] = in.readByte();
                switch (tags[at]) {
                    case 1 -> texts[at] = in.readUTF();
                    case 3, 4 -> in.readInt();
                    case 5, 6 -> {
                        in.readLong();
                        at++; // a long or double takes two entries
                    }
                    case 7, 8, 16, 19, 20 -> first[at] = in.readUnsignedShort();
                    case 9, 10, 11, 12, 17, 18 -> {
                        first[at] = in.readUnsignedShort();
                        second[at] = in.readUnsignedShort();
                    }
                    case 15 -> {
                        in.readByte();
                        first[at] = in.readUnsignedShort();
                    }
                    default -> throw new IOException("no constant is of kind " + tags[at]);
                }
            }
            in.readInt(); // skips the access flags and the class's own name
            above.add(in.readUnsignedShort());
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                above.add(in.readUnsignedShort());
            }
        }

        boolean calls(String owner, Collection<String> methods) {
            for (int at = 1; at < tags.length; at++) {
                boolean method = tags[at] == 10 || tags[at] == 11;
                if (method
                        && owner.equals(text(number(first, first[at])))
                        && methods.contains(text(number(first, second[at])))) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the superclass, the interfaces, and the classes of which this class uses a member. */
        Set<String> classes() {
            Set<String> names = new HashSet<>();
            above.forEach(at -> names.add(text(number(first, at))));
            for (int at = 1; at < tags.length; at++) {
                if (tags[at] >= 9 && tags[at] <= 11) {
                    names.add(text(number(first, first[at])));
                }
            }
            return names;
        }

        private static int number(int[] from, int at) {
            return at > 0 && at < from.length ? from[at] : 0;
        }

        private String text(int at) {
            String text = at > 0 && at < texts.length ? texts[at] : null;
            return text == null ? "" : text;
        }
    }
}
