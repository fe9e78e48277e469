package org.moide.bench;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The classes that reach each other by what they know: the strongly connected components of that graph (Tarjan, 1972). */
final class Circles {
    private final Map<JavaClass, Set<JavaClass>> known;
    private final Map<JavaClass, Integer> numbers = new HashMap<>();
    private final Map<JavaClass, Integer> lowest = new HashMap<>();
    private final Deque<JavaClass> open = new ArrayDeque<>();
    private final Set<JavaClass> isOpen = new HashSet<>();
    private final List<Set<JavaClass>> found = new ArrayList<>();

    Circles(Map<JavaClass, Set<JavaClass>> known) {
        this.known = known;
    }

    /** Those of two classes and more. */
    List<Set<JavaClass>> all() {
        known.keySet().stream()
                .sorted(Comparator.comparing(JavaClass::getName))
                .filter(start -> !numbers.containsKey(start))
                .forEach(this::visit);
        return found;
    }

    private void visit(JavaClass from) {
        numbers.put(from, numbers.size());
        lowest.put(from, numbers.get(from));
        open.push(from);
        isOpen.add(from);
        for (JavaClass to : known.getOrDefault(from, Set.of())) {
            if (!numbers.containsKey(to)) {
                visit(to);
                lowest.merge(from, lowest.get(to), Math::min);
            } else if (isOpen.contains(to)) {
                lowest.merge(from, numbers.get(to), Math::min);
            }
        }
        if (lowest.get(from).equals(numbers.get(from))) {
            close(from);
        }
    }

    private void close(JavaClass first) {
        Set<JavaClass> circle = new HashSet<>();
        JavaClass last;
        do {
            last = open.pop();
            isOpen.remove(last);
            circle.add(last);
        } while (!last.equals(first));
        if (circle.size() > 1) {
            found.add(circle);
        }
    }
}
