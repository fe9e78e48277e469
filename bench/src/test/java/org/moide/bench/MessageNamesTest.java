package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.coordinator.run.core.RunRecord;

/**
 * Tests that each record and enum of MOIDE that is sent or recorded has a short name in its module's table, so that it
 * can be moved. {@code -Dmoide.names.accept=true} adds missing names and removes obsolete ones.
 */
class MessageNamesTest {
    private static final Set<Class<?>> TRAVELLERS = travellers();

    @ParameterizedTest
    @ValueSource(strings = {"commlib", "balance", "monitor", "engine", "coordinator", "hosts", "command"})
    void shouldNameEachThatTravels(String module) throws IOException {
        Map<String, String> written = table(module);
        Map<String, String> names = new TreeMap<>(written);
        Set<String> classes = new HashSet<>();
        for (Class<?> traveller : TRAVELLERS) {
            if (traveller.getName().startsWith("org.moide." + module + ".")) {
                classes.add(traveller.getName());
                if (!written.containsValue(traveller.getName())) {
                    names.put(shortName(traveller), traveller.getName());
                }
            }
        }
        names.values().retainAll(classes);
        if (Boolean.getBoolean("moide.names.accept")) {
            List<String> lines = new ArrayList<>();
            names.forEach((name, type) -> lines.add(name + " " + type));
            Files.createDirectories(file(module).getParent());
            Files.write(file(module), lines);
        }
        assertThat(table(module))
                .as("names in " + file(module)
                        + " (-Dmoide.names.accept=true writes it; a class that moved keeps its name)")
                .isEqualTo(names);
    }

    @Test
    void shouldGiveEachNameOnce() throws IOException {
        List<String> names = new ArrayList<>();
        for (String module : House.MODULES) {
            names.addAll(table(module).keySet());
        }
        assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates().noneMatch(name -> name.contains("."));
    }

    private static Path file(String module) {
        return Path.of("..", module, "src", "main", "resources", "org", "moide", module, "messages.txt");
    }

    private static Map<String, String> table(String module) throws IOException {
        Map<String, String> table = new TreeMap<>();
        if (Files.exists(file(module))) {
            for (String line : Files.readAllLines(file(module))) {
                table.put(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
            }
        }
        return table;
    }

    /** Returns the class's name without its package, with the outer class of a nested one. */
    private static String shortName(Class<?> type) {
        return type.getName().substring(type.getPackageName().length() + 1).replace('$', '-');
    }

    private static Set<Class<?>> travellers() {
        JavaClasses house = House.classes();
        Map<String, JavaClass> ours = new TreeMap<>();
        house.forEach(found -> ours.put(found.getName(), found));
        Deque<Type> open = new ArrayDeque<>(List.of(RunRecord.class));
        for (JavaClass found : house) {
            if (found.isAssignableTo(Serializable.class) && found.isRecord()) {
                open.add(found.reflect());
            }
        }
        Set<Type> seen = new HashSet<>();
        Set<Class<?>> travellers = new HashSet<>();
        while (!open.isEmpty()) {
            Type next = open.pop();
            if (!seen.add(next)) {
                continue;
            }
            if (next instanceof ParameterizedType parameterized) {
                open.add(parameterized.getRawType());
                open.addAll(List.of(parameterized.getActualTypeArguments()));
            } else if (next instanceof WildcardType wildcard) {
                open.addAll(List.of(wildcard.getUpperBounds()));
            } else if (next instanceof GenericArrayType array) {
                open.add(array.getGenericComponentType());
            } else if (next instanceof Class<?> type && type.isArray()) {
                open.add(type.getComponentType());
            } else if (next instanceof Class<?> type && ours.containsKey(type.getName())) {
                if (type.isSealed()) {
                    open.addAll(List.of(type.getPermittedSubclasses()));
                }
                if (type.isRecord() || type.isEnum()) {
                    travellers.add(type);
                }
                for (RecordComponent component :
                        type.isRecord() ? type.getRecordComponents() : new RecordComponent[0]) {
                    open.add(component.getGenericType());
                }
            }
        }
        return travellers;
    }
}
