package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that README shows compiles as it stands there, and says what it should. */
class ReadmeTest {
    private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?public class (\\w+) .*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void shouldCompileTheCalls() throws IOException {
        assertThat(compiled()).isEqualTo("Roots");
    }

    @Test
    @Tag("full")
    void shouldRunTheCalls() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                        "-Duser.home=" + folder,
                        compiled())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(said).isZero();
        assertThat(said).contains("[1.0, 2.0, 3.0, 4.0]");
    }

    private String compiled() throws IOException {
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("..", "README.md")));
        assertThat(program.find()).as("README shows a class").isTrue();
        Path file = folder.resolve(program.group(2) + ".java");
        Files.writeString(file, program.group(1));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        said,
                        said,
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertThat(exit).as(said.toString(StandardCharsets.UTF_8)).isZero();
        return program.group(2);
    }
}
