package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.moide.command.checkup.CheckedDaemon;
import org.moide.commlib.handshake.CallerHello;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.RunControl;
import org.moide.engine.host.ChildMain;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.LaunchOrder;
import org.moide.engine.host.RunConsole;
import org.moide.monitor.cluster.ClusterMonitor;

/**
 * Tests that the protocol between processes of different versions is the one in {@code first-words.txt}: the methods
 * by which daemons, monitors, coordinators and commands call each other, the order of a child JVM, and all records and
 * enums in them. Lines may be added, which {@code -Dmoide.first.words.accept=true} does. A removed line breaks
 * compatibility with earlier versions, and needs another protocol number in the handshake.
 */
class FirstWordsTest {
    private static final Path TEXT = Path.of("src", "test", "resources", "org", "moide", "bench", "first-words.txt");

    private static final List<Class<?>> INTERFACES = List.of(
            EngineDaemon.class,
            RunConsole.class,
            HostRuns.class,
            RunControl.class,
            ClusterMonitor.class,
            CheckedDaemon.class,
            CheckedDaemon.Asker.class);

    @Test
    void shouldOnlyBeAddedTo() throws IOException {
        List<String> found = text();
        List<String> written = Files.exists(TEXT) ? Files.readAllLines(TEXT) : List.of();
        Set<String> gone = new TreeSet<>(written);
        found.forEach(gone::remove);
        boolean another = !written.isEmpty() && !written.get(0).equals(found.get(0));
        assertThat(another ? Set.of() : gone)
                .as(
                        "words that earlier versions say or understand: a component comes at the end of an ExtensibleRecord, what"
                                + " a method takes never changes (write another beside it), and a class keeps its name; else"
                                + " raise CallerHello.PROTOCOL, and no host talks with one that is not upgraded")
                .isEmpty();
        if (Boolean.getBoolean("moide.first.words.accept")) {
            Files.createDirectories(TEXT.getParent());
            Files.write(TEXT, found);
        }
        assertThat(Files.readAllLines(TEXT))
                .as(
                        "words that are new: whoever does not know them must do right without, or refuse them in a line that says"
                                + " what to do; -Dmoide.first.words.accept=true adds them")
                .isEqualTo(found);
    }

    private static List<String> text() {
        List<String> lines = new ArrayList<>();
        lines.add("number " + CallerHello.PROTOCOL);
        lines.add("main " + ChildMain.class.getName());
        for (String name : List.of(
                EngineDaemon.NAME,
                EngineDaemon.lifelineOf("1"),
                EngineDaemon.leaseOf("1"),
                RunConsole.nameOf("1"),
                HostRuns.NAME,
                RunControl.NAME,
                RunControl.nameOf("1"),
                ClusterMonitor.NAME,
                CheckedDaemon.NAME,
                CheckedDaemon.Asker.NAME)) {
            lines.add("name " + name);
        }
        Deque<Type> open = new ArrayDeque<>(List.of(LaunchOrder.class));
        Set<String> described = new TreeSet<>();
        for (Class<?> type : INTERFACES) {
            for (Method method : type.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers())) {
                    open.addAll(List.of(method.getGenericParameterTypes()));
                    open.add(method.getGenericReturnType());
                    String parameters = Arrays.stream(method.getGenericParameterTypes())
                            .map(Type::getTypeName)
                            .collect(Collectors.joining(", "));
                    described.add("method " + type.getName() + " " + method.getName() + "(" + parameters + ") "
                            + method.getGenericReturnType().getTypeName());
                }
            }
        }
        describeAll(open, described);
        lines.addAll(described);
        return lines;
    }

    private static void describeAll(Deque<Type> open, Set<String> lines) {
        Set<Type> seen = new HashSet<>();
        while (!open.isEmpty()) {
            Type next = open.pop();
            if (!seen.add(next)) {
                continue;
            }
            if (next instanceof ParameterizedType parameterized) {
                open.add(parameterized.getRawType());
                open.addAll(List.of(parameterized.getActualTypeArguments()));
            } else if (next instanceof Class<?> type && type.isArray()) {
                open.add(type.getComponentType());
            } else if (next instanceof Class<?> type && type.getName().startsWith("org.moide.")) {
                if (type.isSealed()) {
                    open.addAll(List.of(type.getPermittedSubclasses()));
                }
                if (type.isRecord()) {
                    Arrays.stream(type.getRecordComponents())
                            .map(RecordComponent::getGenericType)
                            .forEach(open::add);
                }
                lines.addAll(described(type));
            }
        }
    }

    /** Returns the lines of a type; a permitted addition only adds lines and changes none. */
    private static List<String> described(Class<?> type) {
        List<String> lines = new ArrayList<>();
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                lines.add("enum " + type.getName() + " " + ((Enum<?>) constant).name());
            }
        } else if (type.isRecord()) {
            List<String> components = Arrays.stream(type.getRecordComponents())
                    .map(component -> component.getGenericType().getTypeName() + " " + component.getName())
                    .toList();
            if (!ExtensibleRecord.class.isAssignableFrom(type)) {
                return List.of("fixed " + type.getName() + "(" + String.join(", ", components) + ")");
            }
            for (int index = 0; index < components.size(); index++) {
                lines.add("extensible %s %02d %s".formatted(type.getName(), index, components.get(index)));
            }
        }
        return lines;
    }
}
