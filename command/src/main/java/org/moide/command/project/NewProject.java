package org.moide.command.project;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;

/**
 * A project to be created from templates. Names between two @ signs in the templates are replaced.
 *
 * @param folder the project's folder, which must not exist or be empty
 * @param names the names of its parts
 * @param kind the kind of application
 * @param version the version of MOIDE
 * @param repository the URL of the Maven repository with this version
 */
public record NewProject(Path folder, ProjectNames names, ProjectKind kind, String version, String repository) {
    private static final Pattern WORD = Pattern.compile("@([a-z]+)@");

    public NewProject {
        if (!isAbsolute(repository)) {
            throw new PlanException(
                    "--repository: expected a URL such as https://example.org/maven, found '" + repository + "'");
        }
    }

    private static boolean isAbsolute(String url) {
        try {
            return new URI(url).isAbsolute();
        } catch (URISyntaxException none) {
            return false;
        }
    }

    /**
     * Writes the project.
     *
     * @return its files in the order of writing, relative to the folder
     */
    public List<Path> write() {
        mustBeFree();
        String packagePath = names.packageName().replace('.', '/');
        Map<String, String> templates = new LinkedHashMap<>();
        templates.put("pom.xml", "pom.xml");
        templates.put("README.md", "README.md");
        templates.put(".gitignore", "gitignore");
        templates.put("src/main/java/" + packagePath + "/" + names.className() + ".java", kind + ".java");
        templates.put("src/test/java/" + packagePath + "/" + names.className() + "Test.java", "ApplicationTest.java");
        templates.forEach((file, template) -> write(folder.resolve(file), template));
        return templates.keySet().stream().map(Path::of).toList();
    }

    private void mustBeFree() {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> found = Files.list(folder)) {
                if (found.findAny().isEmpty()) {
                    return;
                }
            } catch (IOException cannot) {
                throw new PlanException("cannot look into " + folder + ": " + FileTrouble.whenReading(cannot), cannot);
            }
            throw new PlanException("expected a folder that is empty or not there yet, found files in " + folder);
        }
        if (Files.exists(folder)) {
            throw new PlanException("expected a folder that is empty or not there yet, found the file " + folder);
        }
    }

    private void write(Path file, String template) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, filled(template(template), file.endsWith("pom.xml")));
        } catch (IOException cannot) {
            throw new PlanException("cannot write " + file + ": " + FileTrouble.whenWriting(cannot), cannot);
        }
    }

    private String filled(String text, boolean xml) {
        return WORD.matcher(text).replaceAll(found -> {
            String value = value(found.group(1));
            return Matcher.quoteReplacement(xml ? value.replace("&", "&amp;").replace("<", "&lt;") : value);
        });
    }

    private String value(String word) {
        return switch (word) {
            case "artifact" -> names.artifact();
            case "class" -> names.className();
            case "group" -> names.group();
            case "package" -> names.packageName();
            case "repository" -> repository;
            case "version" -> version;
            case "sentence" -> kind.sentence();
            case "test" -> kind.test();
            case "arguments" -> kind.arguments();
            case "result" -> kind.result();
            case "expected" -> kind.expected();
            case "kills" -> Integer.toString(kind.kills());
            case "killed" -> kind.kills() == 0 ? "" : ", an engine is killed";
            default ->
                throw new IllegalStateException("expected a word that a template may have, found @" + word + "@");
        };
    }

    private static String template(String name) throws IOException {
        try (InputStream in = NewProject.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("expected the template " + name + " beside " + NewProject.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
