package org.moide.bench;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How large a room may be, and how many others one thing in it may know: what a reader can hold in mind. All count
 * top-level classes of ours; what is nested belongs to the class around it.
 *
 * @param mostInPackage a package of more is several packages
 * @param mostInCircle classes that need each other in a circle can only be understood together
 * @param mostKnown a class that knows more types is about more than one thing; records, enums and sealed families, which are
 *     the words that classes talk in, do not count
 */
record RoomRules(int mostInPackage, int mostInCircle, int mostKnown) {
    /** Packages with more, and lists of like things, where the next is found by its name: none needs the others. */
    private static final Set<String> LISTS = Set.of("org.moide.coordinator.cli", "org.moide.balance.strategy");

    /**
     * Those that make a module's parts and join them, one a module; they decide nothing. In the coordinator there is a second
     * one, a list: the command knows its subcommands.
     */
    private static final Set<String> ROOTS = Set.of(
            "org.moide.commlib.message.endpoint.EngineComm",
            "org.moide.coordinator.run.assembly.Hosts",
            "org.moide.coordinator.cli.Commands");

    static final RoomRules HOUSE = new RoomRules(24, 3, 25);

    /** Each package that has too many classes, with their number. */
    List<String> crowdedPackages(JavaClasses house) {
        return house.stream()
                .filter(RoomRules::isCounted)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue() > mostInPackage && !LISTS.contains(entry.getKey()))
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .toList();
    }

    private static boolean isCounted(JavaClass found) {
        return found.isTopLevelClass() && !found.getSimpleName().equals("package-info");
    }

    /** Each circle within a package that is too long. */
    List<String> circles(JavaClasses house) {
        Map<JavaClass, Set<JavaClass>> known = new HashMap<>();
        knownBy(house)
                .forEach((from, to) -> known.put(
                        from,
                        to.stream()
                                .filter(other -> other.getPackageName().equals(from.getPackageName()))
                                .collect(Collectors.toSet())));
        return new Circles(known)
                .all().stream()
                        .filter(circle -> circle.size() > mostInCircle)
                        .map(circle ->
                                circle.stream().map(JavaClass::getName).sorted().collect(Collectors.joining(", ")))
                        .sorted()
                        .toList();
    }

    /** Each class that knows too many types, with their number. */
    List<String> hubs(JavaClasses house) {
        List<String> hubs = new ArrayList<>();
        knownBy(house).forEach((from, to) -> {
            long count = to.stream().filter(other -> !isWord(other)).count();
            if (count > mostKnown && !ROOTS.contains(from.getName())) {
                hubs.add(from.getName() + ": " + count);
            }
        });
        hubs.sort(String::compareTo);
        return hubs;
    }

    /** Records, enums, and interfaces that have no other subtypes. */
    private static boolean isWord(JavaClass found) {
        boolean sealed = found.isInterface()
                && !found.getAllSubclasses().isEmpty()
                && found.getAllSubclasses().stream().allMatch(kind -> kind.isRecord() || kind.isInterface());
        return found.isRecord() || found.isEnum() || sealed;
    }

    private static Map<JavaClass, Set<JavaClass>> knownBy(JavaClasses house) {
        Map<JavaClass, Set<JavaClass>> known = new HashMap<>();
        for (JavaClass from : house) {
            Set<JavaClass> of = known.computeIfAbsent(top(from), none -> new TreeSet<>(RoomRules::byName));
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                JavaClass to = top(dependency.getTargetClass().getBaseComponentType());
                if (to.getPackageName().startsWith("org.moide") && !to.equals(top(from)) && isWritten(from)) {
                    of.add(to);
                }
            }
        }
        return known;
    }

    private static boolean isWritten(JavaClass found) {
        return !found.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    private static JavaClass top(JavaClass found) {
        JavaClass top = found;
        while (top.getEnclosingClass().isPresent()) {
            top = top.getEnclosingClass().get();
        }
        return top;
    }

    private static int byName(JavaClass one, JavaClass other) {
        return one.getName().compareTo(other.getName());
    }
}
