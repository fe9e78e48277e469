package org.moide.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.moide.engine.Program;

class SampleIndexTest {
    @Test
    void shouldNameApplicationsThatCanBeMadeAndSayWhatTheyDo() throws Exception {
        Properties index = new Properties();
        try (InputStream stream = Objects.requireNonNull(
                SampleIndexTest.class.getResourceAsStream("/META-INF/moide/samples.properties"))) {
            index.load(stream);
        }
        assertThat(index.stringPropertyNames()).contains("hello", "pi", "raytrace");
        for (String name : index.stringPropertyNames()) {
            Object made =
                    Class.forName(index.getProperty(name)).getConstructor().newInstance();
            assertThat(made).isInstanceOf(Program.class);
            assertThat(((Program) made).summary()).as(name).isNotBlank();
        }
    }
}
