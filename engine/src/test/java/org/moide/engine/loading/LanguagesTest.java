package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Tests applications in other languages: they load, compute, and send values of their languages. Their sources are
 * beside their classes, in {@code languages}.
 */
@Tag("jdk")
class LanguagesTest {
    @ParameterizedTest
    @CsvSource({
        "scala3, own.Scala3Sums, scala.runtime.Tuples scala.Option",
        "scala2, own.Scala2Sums, scala.Option",
        "kotlin, own.KotlinSums, kotlin.Pair",
        "groovy, own.GroovySums, groovy.lang.GString"
    })
    void shouldComputeWithTheValuesOfTheirLanguages(String folder, String name, String libraries) throws Exception {
        List<String> classPath = new ArrayList<>();
        classPath.add(Path.of(Objects.requireNonNull(getClass().getResource("/languages/" + folder), folder)
                        .toURI())
                .toString());
        for (String type : libraries.split(" ")) {
            classPath.add(Path.of(Class.forName(type)
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        }
        try (ApplicationLoader loader = new ApplicationLoader(new ApplicationFiles(name, classPath))) {
            assertThat(sum(ProgramClass.find(loader), new ApplicationCodec(loader)))
                    .isEqualTo(710);
        }
    }

    /**
     * Runs a bag of tasks with two application objects, as on two engines. All values pass between them as bytes.
     * Returns the result.
     */
    @SuppressWarnings("unchecked")
    private static Object sum(ProgramClass type, ApplicationCodec codec) throws Exception {
        TaskApplication<Serializable, Serializable> here = (TaskApplication<Serializable, Serializable>) type.create();
        TaskApplication<Serializable, Serializable> there = (TaskApplication<Serializable, Serializable>) type.create();
        List<Serializable> tasks = new ArrayList<>();
        here.createTasks(hears(TaskContext.class, "put", tasks));
        Serializable merged = here.identity();
        for (Serializable task : tasks) {
            Serializable result =
                    there.executeTask(sent(task, codec), hears(TaskContext.class, "put", new ArrayList<>()));
            merged = here.merge(merged, sent(result, codec));
        }
        List<Serializable> said = new ArrayList<>();
        here.handleResults(merged, hears(Report.class, "put", said));
        assertThat(tasks).hasSize(20);
        assertThat(said).hasSize(2).startsWith("sum");
        return said.get(1);
    }

    private static Serializable sent(Serializable value, ApplicationCodec codec) {
        return (Serializable) Objects.requireNonNull(codec.decode(codec.encode(value)), "a value");
    }

    /** Returns a proxy that records the arguments of one method. */
    private static <T> T hears(Class<T> type, String method, List<Serializable> heard) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, called, given) -> {
            if (called.getName().equals(method)) {
                Stream.of(given).forEach(one -> heard.add((Serializable) one));
            }
            return null;
        }));
    }
}
