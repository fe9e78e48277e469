package org.moide.quick;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Compiles sources that changed since the last time and those that depend on them, and runs the tests whose class or
 * method has the given name in its own. {@code ./test} starts it in the project's folder, with a compiler of JDK 17 or
 * newer.
 *
 * <p>The first time, Maven compiles everything into target/quick of each module, without the checkers. After that,
 * only changed sources are compiled here; a source counts as changed by its bytes, not by its time. If the visible
 * part of a class is unchanged ({@code javap -package -constants}), no other source is compiled; otherwise all that
 * name the class in their source or class file are.
 */
public final class QuickTest {
    /** The number of changed sources (such as after a change of branch) from which Maven is faster and safer. */
    private static final int MOST_CHANGED = 300;

    /** The greatest number of lines shown of a failure; the whole output is in a file. */
    private static final int MOST_SHOWN = 80;

    private static final int WIDEST = 400;

    private static final String CONSOLE = "org.junit.platform:junit-platform-console-standalone:";

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ADDED_SOURCES =
            Pattern.compile("<goal>(add-source|add-test-source)</goal>.*?<sources>(.*?)</sources>", Pattern.DOTALL);
    private static final Pattern ADDED_SOURCE = Pattern.compile("<source>([^<]+)</source>");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    private final Path root;
    private final Path made;
    private final List<Unit> units = new ArrayList<>();
    private final Map<Path, Known> known = new TreeMap<>();
    private final Map<Path, Known> present = new TreeMap<>();

    /** A source set of a module, which is compiled into one folder. */
    private record Unit(String module, boolean isTest, List<Path> roots, Path output, Path classPathFile) {
        boolean has(Path file) {
            return roots.stream().anyMatch(file::startsWith);
        }
    }

    /**
     * A file as it was when it was last compiled. A file whose time and size have not changed need not be read again.
     */
    private record Known(long modified, long bytes, String digest) {}

    private QuickTest(Path root) {
        this.root = root;
        this.made = root.resolve("target/quick");
    }

    /** Runs the tests that the arguments name; exits with 0 if all passed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path root = Path.of("").toAbsolutePath();
        try {
            System.exit(new QuickTest(root).run(Wanted.of(arguments)));
        } catch (Stop stop) {
            System.err.println(stop.getMessage());
            System.exit(stop.code);
        }
    }

    private int run(Wanted wanted) throws IOException, InterruptedException {
        findUnits();
        look();
        compile();
        Map<String, Set<String>> chosen = new Choice(testSources()).of(wanted.names);
        if (chosen.isEmpty()) {
            throw new Stop(
                    2,
                    "test: expected a part of the name of a test's class or method, found none with "
                            + String.join(" or ", wanted.names));
        }
        int code = 0;
        for (Map.Entry<String, Set<String>> entry : chosen.entrySet()) {
            code = Math.max(code, runModule(entry.getKey(), entry.getValue(), wanted));
        }
        return code;
    }

    // --- sources ----------------------------------------------------------------------------------------------------

    private void findUnits() throws IOException {
        Matcher modules = MODULE.matcher(Files.readString(root.resolve("pom.xml")));
        while (modules.find()) {
            Path folder = root.resolve(modules.group(1));
            List<Path> main = new ArrayList<>(List.of(folder.resolve("src/main/java")));
            List<Path> test = new ArrayList<>(List.of(folder.resolve("src/test/java")));
            String pom = Files.readString(folder.resolve("pom.xml"));
            String always = pom.contains("<profiles>") ? pom.substring(0, pom.indexOf("<profiles>")) : pom;
            Matcher added = ADDED_SOURCES.matcher(always);
            while (added.find()) {
                Matcher source = ADDED_SOURCE.matcher(added.group(2));
                while (source.find()) {
                    if (!source.group(1).startsWith("$")) {
                        (added.group(1).equals("add-source") ? main : test)
                                .add(folder.resolve(source.group(1)).normalize());
                    }
                }
            }
            Path there = folder.resolve("target/quick");
            units.add(new Unit(modules.group(1), false, main, there.resolve("classes"), there.resolve("classpath")));
            units.add(
                    new Unit(modules.group(1), true, test, there.resolve("test-classes"), there.resolve("classpath")));
        }
    }

    /** Reads the digests of the last time, and compares them with the files. */
    private void look() throws IOException {
        Path list = made.resolve("known");
        if (Files.exists(list)) {
            for (String line : Files.readAllLines(list)) {
                String[] words = line.split(" ", 4);
                known.put(
                        root.resolve(words[3]),
                        new Known(Long.parseLong(words[0]), Long.parseLong(words[1]), words[2]));
            }
        }
        List<Path> roots = new ArrayList<>(List.of(root.resolve("pom.xml"), root.resolve("docs/run.schema.json")));
        for (String module : units.stream().map(Unit::module).distinct().toList()) {
            roots.add(root.resolve(module).resolve("pom.xml"));
            for (String kind : List.of("main", "test", "sim")) {
                roots.add(root.resolve(module).resolve("src").resolve(kind));
            }
        }
        for (Path start : roots) {
            if (Files.exists(start)) {
                try (Stream<Path> files = Files.walk(start)) {
                    files.filter(Files::isRegularFile).forEach(this::look);
                }
            }
        }
    }

    private void look(Path file) {
        try {
            long modified = Files.getLastModifiedTime(file).toMillis();
            long bytes = Files.size(file);
            Known before = known.get(file);
            boolean isSame = before != null && before.modified == modified && before.bytes == bytes;
            String digest = isSame ? before.digest : digest(file);
            present.put(file, new Known(modified, bytes, digest));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-1, which every JDK has", e);
        }
    }

    private void remember() throws IOException {
        StringBuilder text = new StringBuilder();
        known.forEach((file, is) -> text.append(is.modified)
                .append(' ')
                .append(is.bytes)
                .append(' ')
                .append(is.digest)
                .append(' ')
                .append(root.relativize(file))
                .append('\n'));
        Files.createDirectories(made);
        Path part = made.resolve("known.part");
        Files.writeString(part, text);
        Files.move(part, made.resolve("known"), StandardCopyOption.REPLACE_EXISTING);
    }

    // --- compiling --------------------------------------------------------------------------------------------------

    private void compile() throws IOException, InterruptedException {
        Set<Path> changed = new TreeSet<>();
        present.forEach((file, is) -> {
            Known before = known.get(file);
            if (before == null || !before.digest.equals(is.digest)) {
                changed.add(file);
            }
        });
        Set<Path> removed = new TreeSet<>(known.keySet());
        removed.removeAll(present.keySet());
        boolean isFirst = known.isEmpty() || !Files.exists(made.resolve("console"));
        boolean isOtherBuild = Stream.concat(changed.stream(), removed.stream())
                .anyMatch(file -> file.endsWith("pom.xml") || needsProcessor(file));
        if (isFirst || isOtherBuild || changed.size() + removed.size() > MOST_CHANGED) {
            all();
            return;
        }
        if (Stream.concat(changed.stream(), removed.stream()).anyMatch(file -> !isJava(file))) {
            maven(List.of("process-test-resources", "-Dmaven.main.skip=true"));
        }
        new Step(changed, removed).compile();
        known.clear();
        known.putAll(present);
        remember();
    }

    /** Returns whether an annotation processor generates sources from this one. */
    private boolean needsProcessor(Path file) {
        try {
            return isJava(file) && Files.exists(file) && Files.readString(file).contains("@JCStressTest");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isJava(Path file) {
        return file.toString().endsWith(".java");
    }

    private void all() throws IOException, InterruptedException {
        System.err.println("test: compiling everything, about a minute; from then on what changes");
        Files.deleteIfExists(made.resolve("known"));
        for (Unit unit : units) {
            delete(unit.output);
        }
        String junit = property("junit.version").replaceFirst("^5", "1");
        maven(List.of(
                "test-compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                "-Dmdep.skip=false",
                "-Dmdep.outputFile=target/quick/classpath"));
        maven(List.of(
                "-N",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
                "-Dartifact=" + CONSOLE + junit,
                "-DoutputDirectory=" + made.resolve("console")));
        known.clear();
        known.putAll(present);
        remember();
    }

    private String property(String name) throws IOException {
        Matcher value = Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<")
                .matcher(Files.readString(root.resolve("pom.xml")));
        if (!value.find()) {
            throw new Stop(2, "test: expected the property " + name + " in pom.xml, found none");
        }
        return value.group(1);
    }

    private void maven(List<String> goals) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-q", "-B", "-ntp", "-Pquick"));
        command.addAll(List.of("-Dmaven.test.skip=false", "-Dmoide.made=target/quick"));
        command.addAll(goals);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        int code = builder.start().waitFor();
        if (code != 0) {
            throw new Stop(1, "test: Maven ended with " + code);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted((one, other) -> other.compareTo(one)).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }

    /** One compilation of changed sources and of their dependents, unit by unit, in the order of the modules. */
    private final class Step {
        private final Set<Path> open;
        private final Set<Path> removed;
        private final Set<Path> compiled = new TreeSet<>();
        private final Map<Path, String> texts = new HashMap<>();

        Step(Set<Path> changed, Set<Path> removed) {
            this.open = changed.stream().filter(QuickTest::isJava).collect(Collectors.toCollection(TreeSet::new));
            this.removed = removed.stream().filter(QuickTest::isJava).collect(Collectors.toCollection(TreeSet::new));
        }

        void compile() throws IOException {
            if (open.isEmpty() && removed.isEmpty()) {
                return;
            }
            try {
                for (Unit unit : units) {
                    Set<String> others = new TreeSet<>();
                    for (Path file : removed) {
                        if (unit.has(file)) {
                            classFiles(unit, file).forEach(this::remove);
                            others.add(name(unit, file));
                        }
                    }
                    addDependents(unit, others);
                    Set<Path> todo = todo(unit);
                    while (!todo.isEmpty()) {
                        addDependents(unit, compile(unit, todo));
                        todo = todo(unit);
                    }
                }
            } catch (Stop stop) {
                keepWhatIsCompiled();
                throw stop;
            }
        }

        private Set<Path> todo(Unit unit) {
            return open.stream()
                    .filter(unit::has)
                    .filter(file -> !isCompiled(unit, file))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /**
         * Returns whether a source is compiled for this unit: sources of the simulated cluster are compiled in two
         * modules.
         */
        private boolean isCompiled(Unit unit, Path file) {
            return compiled.contains(unit.output.resolve(file.toString().substring(1)));
        }

        private void keepWhatIsCompiled() throws IOException {
            present.forEach((file, is) -> {
                if (open.contains(file)) {
                    known.put(file, new Known(0, 0, "open"));
                }
            });
            remember();
        }

        private void remove(Path file) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Compiles sources and returns the names of classes whose visible part has changed. */
        private Set<String> compile(Unit unit, Set<Path> sources) throws IOException {
            Map<Path, String> before = new HashMap<>();
            for (Path source : sources) {
                before.put(source, seen(classFiles(unit, source)));
            }
            for (Path source : sources) {
                classFiles(unit, source).forEach(this::remove);
            }
            javac(unit, sources);
            Set<String> others = new LinkedHashSet<>();
            for (Path source : sources) {
                compiled.add(unit.output.resolve(source.toString().substring(1)));
                if (!seen(classFiles(unit, source)).equals(before.get(source))) {
                    others.add(name(unit, source));
                }
            }
            return others;
        }

        private void javac(Unit unit, Set<Path> sources) throws IOException {
            JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            Files.createDirectories(unit.output);
            List<String> options = List.of(
                    "--release",
                    "17",
                    "-g",
                    "-parameters",
                    "-proc:none",
                    "-nowarn",
                    "-d",
                    unit.output.toString(),
                    "-cp",
                    classPath(unit));
            try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
                boolean isDone = compiler.getTask(
                                null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources))
                        .call();
                if (!isDone) {
                    String errors = found.getDiagnostics().stream()
                            .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                            .limit(20)
                            .map(QuickTest.this::line)
                            .collect(Collectors.joining("\n"));
                    throw new Stop(1, errors);
                }
            }
        }

        /** Adds the sources, in this unit and later ones, that name one of these classes or of their subclasses. */
        private void addDependents(Unit from, Set<String> names) throws IOException {
            if (names.isEmpty()) {
                return;
            }
            Set<String> all = withSubtypes(names);
            Pattern simple = Pattern.compile("\\b("
                    + all.stream()
                            .map(name -> name.substring(name.lastIndexOf('/') + 1))
                            .map(Pattern::quote)
                            .collect(Collectors.joining("|"))
                    + ")\\b");
            for (Unit unit : units.subList(units.indexOf(from), units.size())) {
                Set<Path> inClassFiles = namedInClassFiles(unit, all);
                for (Path file : sources(unit)) {
                    if (inClassFiles.contains(file)
                            || simple.matcher(text(file)).find()) {
                        open.add(file);
                    }
                }
            }
        }

        private Set<String> withSubtypes(Set<String> names) throws IOException {
            Set<String> all = new LinkedHashSet<>(names);
            List<String> fresh = new ArrayList<>(names);
            while (!fresh.isEmpty()) {
                Pattern heads = Pattern.compile("\\b(?:class|interface|record|enum)\\s+\\w+[^{;]*\\b(?:"
                        + fresh.stream()
                                .map(name -> name.substring(name.lastIndexOf('/') + 1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining("|"))
                        + ")\\b[^{;]*\\{");
                fresh = new ArrayList<>();
                for (Unit unit : units) {
                    for (Path file : sources(unit)) {
                        String name = name(unit, file);
                        if (!all.contains(name) && heads.matcher(text(file)).find()) {
                            all.add(name);
                            fresh.add(name);
                        }
                    }
                }
            }
            return all;
        }

        private Set<Path> namedInClassFiles(Unit unit, Set<String> names) throws IOException {
            Set<Path> found = new TreeSet<>();
            if (!Files.exists(unit.output)) {
                return found;
            }
            Pattern any = Pattern.compile(
                    names.stream().map(Pattern::quote).collect(Collectors.joining("|", "(?:", ")(?![A-Za-z0-9_])")));
            List<Path> classFiles;
            try (Stream<Path> files = Files.walk(unit.output)) {
                classFiles =
                        files.filter(file -> file.toString().endsWith(".class")).toList();
            }
            for (Path file : classFiles) {
                if (any.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .find()) {
                    String path = unit.output.relativize(file).toString().replaceFirst("(\\$.*)?\\.class$", ".java");
                    unit.roots.stream()
                            .map(from -> from.resolve(path))
                            .filter(present::containsKey)
                            .forEach(found::add);
                }
            }
            return found;
        }

        private List<Path> sources(Unit unit) {
            return present.keySet().stream()
                    .filter(QuickTest::isJava)
                    .filter(unit::has)
                    .toList();
        }

        private String text(Path file) throws IOException {
            String text = texts.get(file);
            if (text == null) {
                text = Files.readString(file);
                texts.put(file, text);
            }
            return text;
        }
    }

    private String line(Diagnostic<? extends JavaFileObject> error) {
        JavaFileObject source = error.getSource();
        String where =
                source == null ? "" : root.relativize(Path.of(source.toUri())) + ":" + error.getLineNumber() + ": ";
        return where + error.getMessage(null);
    }

    private static String name(Unit unit, Path file) {
        Path from = unit.roots.stream().filter(file::startsWith).findFirst().orElseThrow();
        return from.relativize(file).toString().replaceFirst("\\.java$", "");
    }

    /** Returns the class files of a source, nested classes included. */
    private static List<Path> classFiles(Unit unit, Path source) throws IOException {
        Path top = unit.output.resolve(name(unit, source) + ".class");
        String nested = top.getFileName().toString().replaceFirst("\\.class$", "\\$");
        if (!Files.isDirectory(top.getParent())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(top.getParent())) {
            return files.filter(file -> file.equals(top)
                            || (file.getFileName().toString().startsWith(nested)
                                    && file.toString().endsWith(".class")))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the visible part of these classes as text; empty if there are none. */
    private static String seen(List<Path> classFiles) {
        List<String> arguments = new ArrayList<>(List.of("-package", "-constants"));
        classFiles.stream()
                .map(Path::toString)
                .filter(file -> !file.matches(".*\\$\\d+[^/]*\\.class"))
                .forEach(arguments::add);
        if (arguments.size() == 2) {
            return "";
        }
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ToolProvider.findFirst("javap").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        return text.toString();
    }

    private String classPath(Unit unit) throws IOException {
        String others = Files.readString(unit.classPathFile).strip();
        String own = unit.output.getParent().resolve("classes").toString();
        return unit.isTest ? unit.output + ":" + own + ":" + others : own + ":" + others;
    }

    // --- choosing ---------------------------------------------------------------------------------------------------

    private Map<Path, String> testSources() throws IOException {
        Map<Path, String> sources = new LinkedHashMap<>();
        for (Path file : present.keySet()) {
            if (file.toString().contains("/src/test/java/") && isJava(file)) {
                sources.put(file, Files.readString(file));
            }
        }
        return sources;
    }

    /** A search for tests by a part of their name. */
    private final class Choice {
        private final Map<Path, String> sources;

        Choice(Map<Path, String> sources) {
            this.sources = sources;
        }

        /** Returns the tests of each module in the form of JUnit's console: Class, or Class#method. */
        Map<String, Set<String>> of(Collection<String> names) {
            Map<String, Set<String>> chosen = new LinkedHashMap<>();
            for (String name : names) {
                int border = name.indexOf('#');
                String type = border < 0 ? name : name.substring(0, border);
                Set<Path> classes = border == 0 ? sources.keySet() : classes(type);
                Set<Path> methods = border < 0 && classes.isEmpty() ? sources.keySet() : classes;
                String method = border < 0 ? name : name.substring(border + 1);
                if (border < 0 && !classes.isEmpty()) {
                    classes.forEach(file -> add(chosen, file, ""));
                } else {
                    methods.forEach(file -> methods(file, method).forEach(found -> add(chosen, file, "#" + found)));
                }
            }
            return chosen;
        }

        private Set<Path> classes(String part) {
            Set<Path> exact = classes(Pattern.compile("^" + Pattern.quote(part) + "(Test)?$"));
            Set<Path> some = exact.isEmpty() ? classes(Pattern.compile(Pattern.quote(part))) : exact;
            return some.isEmpty() ? classes(Pattern.compile(Pattern.quote(part), Pattern.CASE_INSENSITIVE)) : some;
        }

        private Set<Path> classes(Pattern part) {
            return sources.keySet().stream()
                    .filter(file -> part.matcher(simple(file)).find() && isOrHasTests(file))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        private boolean isOrHasTests(Path file) {
            return simple(file).endsWith("Test") || simple(file).endsWith("Contract");
        }

        private List<String> methods(Path file, String part) {
            Matcher found = Pattern.compile(
                            "\\bvoid (\\w*" + Pattern.quote(part) + "\\w*)\\(", Pattern.CASE_INSENSITIVE)
                    .matcher(sources.get(file));
            List<String> methods = new ArrayList<>();
            while (found.find()) {
                methods.add(found.group(1));
            }
            return methods;
        }

        /** Adds a class's tests; for an abstract class those of its subclasses. */
        private void add(Map<String, Set<String>> chosen, Path file, String method) {
            String text = sources.get(file);
            if (Pattern.compile("\\babstract class " + simple(file) + "\\b")
                    .matcher(text)
                    .find()) {
                Pattern heir = Pattern.compile("\\bextends " + simple(file) + "\\b");
                sources.forEach((other, otherText) -> {
                    if (heir.matcher(otherText).find()) {
                        add(chosen, other, method);
                    }
                });
                return;
            }
            Matcher named = PACKAGE.matcher(text);
            if (named.find() && simple(file).endsWith("Test")) {
                String module = root.relativize(file).getName(0).toString();
                chosen.computeIfAbsent(module, none -> new LinkedHashSet<>())
                        .add(named.group(1) + "." + simple(file) + method);
            }
        }

        private static String simple(Path file) {
            return file.getFileName().toString().replaceFirst("\\.java$", "");
        }
    }

    // --- running ----------------------------------------------------------------------------------------------------

    private int runModule(String module, Set<String> tests, Wanted wanted) throws IOException, InterruptedException {
        Path folder = root.resolve(module);
        Unit unit = units.stream()
                .filter(each -> each.module.equals(module) && each.isTest)
                .findFirst()
                .orElseThrow();
        Path output = made.resolve(module + ".out");
        List<String> command = new ArrayList<>();
        command.add(wanted.java + "/bin/java");
        command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        if (Runtime.version().feature() >= 24 || !wanted.java.equals(System.getProperty("java.home"))) {
            command.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", "--enable-native-access=ALL-UNNAMED"));
        }
        command.addAll(List.of("-Dmoide.seeds=60", "-Dmoide.tier=0"));
        command.addAll(wanted.properties);
        Path console;
        try (Stream<Path> files = Files.list(made.resolve("console"))) {
            console = files.findFirst().orElseThrow();
        }
        command.addAll(List.of("-cp", classPath(unit) + ":" + console));
        command.addAll(List.of("org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner"));
        command.addAll(List.of("--details=summary", "--fail-if-no-tests", "--include-classname=.*"));
        command.add("--config=junit.jupiter.extensions.autodetection.enabled=true");
        command.add("--redirect-stdout=" + output);
        command.add("--redirect-stderr=" + output);
        if (!wanted.all) {
            command.addAll(List.of("--exclude-tag=full", "--exclude-tag=tier1"));
        }
        Set<String> classes = new LinkedHashSet<>();
        for (String test : tests) {
            int border = test.indexOf('#');
            classes.add(border < 0 ? test : test.substring(0, border));
            if (border >= 0) {
                command.add("--include-methodname=.*" + Pattern.quote(test.substring(border)));
            }
        }
        classes.forEach(name -> command.add("--select-class=" + name));
        System.err.println("test: " + module + ": "
                + tests.stream()
                        .map(test -> test.substring(
                                test.substring(0, (test + "#").indexOf('#')).lastIndexOf('.') + 1))
                        .collect(Collectors.joining(" ")));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("MOIDE_HOME", folder.resolve("target/home").toString());
        builder.environment().put("MOIDE_JVM_ARG", "-XX:TieredStopAtLevel=1");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        Files.writeString(made.resolve(module + ".failures"), said);
        System.out.print(told(said, code));
        if (code == 2) {
            System.err.println("test: all of these are tagged full or tier1: add --all");
        } else if (code != 0) {
            System.err.println("test: all failures are in " + root.relativize(made.resolve(module + ".failures"))
                    + ", what tests printed in " + root.relativize(output));
        }
        return code;
    }

    /** Returns the failures in the output of a test run, and one line with the numbers of tests. */
    private static String told(String said, int code) {
        Matcher counts = Pattern.compile("\\[\\s*(\\d+) tests (successful|failed|skipped|aborted)\\s*\\]")
                .matcher(said);
        Map<String, Integer> numbers = new LinkedHashMap<>();
        while (counts.find()) {
            numbers.put(counts.group(2), Integer.parseInt(counts.group(1)));
        }
        Matcher time = Pattern.compile("Test run finished after (\\d+) ms").matcher(said);
        boolean isCounted = time.find();
        String failures = isCounted ? said.substring(0, time.start()) : said;
        String line = isCounted
                ? numbers.getOrDefault("successful", 0) + " passed, " + numbers.getOrDefault("failed", 0) + " failed, "
                        + (numbers.getOrDefault("skipped", 0) + numbers.getOrDefault("aborted", 0)) + " skipped, in "
                        + Long.parseLong(time.group(1)) / 1000.0 + " s\n"
                : "";
        String shown = failures.lines()
                .limit(MOST_SHOWN)
                .map(each -> each.length() <= WIDEST ? each : each.substring(0, WIDEST) + " ...")
                .collect(Collectors.joining("\n"));
        boolean isCut = failures.lines().count() > MOST_SHOWN;
        return (code == 0 ? "" : shown + (isCut ? "\n... more of it is in the file\n" : "\n")) + line;
    }

    /** The parsed command line. */
    private record Wanted(List<String> names, List<String> properties, boolean all, String java) {
        static Wanted of(String[] arguments) {
            List<String> names = new ArrayList<>();
            List<String> properties = new ArrayList<>();
            boolean all = false;
            String java = System.getProperty("java.home");
            for (int i = 0; i < arguments.length; i++) {
                String word = arguments[i];
                if (word.equals("--all")) {
                    all = true;
                } else if (word.equals("--java") && i + 1 < arguments.length) {
                    java = arguments[++i];
                } else if (word.startsWith("-D") && word.length() > 2) {
                    properties.add(word);
                } else if (word.startsWith("-")) {
                    throw new Stop(2, "test: expected --all, --java JDK or -Dname=value, found " + word);
                } else {
                    names.add(word.replaceFirst("\\.java$", ""));
                }
            }
            return new Wanted(names, properties, all, java);
        }
    }

    /** Thrown to end the command with a message and an exit code. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int code;

        Stop(int code, String message) {
            super(message, null, false, false);
            this.code = code;
        }
    }
}
