package org.moide.quick;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Prints key figures of the code on one screen, for people; see {@code bench/house.sh}. */
final class HouseNumbers {
    private static final List<String> MODULES =
            List.of("commlib", "balance", "monitor", "engine", "coordinator", "hosts", "command", "library", "testkit");
    private static final int LONGEST = 30;
    private static final int MANY_PARAMETERS = 7;
    private static final int SMALL_LINES = 40;
    private static final int FLOORS = 8;
    private static final int SHOWN = 10;

    private final Map<String, Integer> lines = new TreeMap<>(); // by top-level type
    private final Map<String, String> files = new TreeMap<>(); // code without comments, by top-level type
    private final Map<String, Set<String>> arrows = new TreeMap<>(); // by package, the packages that it uses
    private final List<String> constructors = new ArrayList<>();
    private int types;
    private int topLevel;
    private int packagePrivate;
    private int methods;
    private int passingOn;
    private long codeLines;

    public static void main(String[] words) throws IOException {
        new HouseNumbers().run(Path.of(words.length == 0 ? "." : words[0]));
    }

    private void run(Path root) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : MODULES) {
            try (Stream<Path> found = Files.walk(root.resolve(module).resolve("src/main/java"))) {
                found.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                        .forEach(sources::add);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    problem -> {},
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(sources));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree file : task.parse()) {
                look(file, trees);
            }
        }
        print(sources.size());
    }

    private void look(CompilationUnitTree file, Trees trees) throws IOException {
        String home = file.getPackageName().toString();
        String text = file.getSourceFile().getCharContent(true).toString();
        String code = text.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//[^\n]*", "");
        for (String line : code.split("\n")) {
            String bare = line.strip();
            codeLines += bare.isEmpty() || bare.startsWith("import ") || bare.startsWith("package ") ? 0 : 1;
        }
        for (ImportTree each : file.getImports()) {
            String name = each.getQualifiedIdentifier().toString();
            Matcher other =
                    Pattern.compile("(org\\.moide(?:\\.[a-z]\\w*)*)\\.[A-Z]").matcher(name);
            if (other.find() && !other.group(1).equals(home)) {
                arrows.computeIfAbsent(home, any -> new TreeSet<>()).add(other.group(1));
            }
        }
        for (Tree type : file.getTypeDecls()) {
            if (type instanceof ClassTree top) {
                topLevel++;
                packagePrivate += top.getModifiers().getFlags().contains(Modifier.PUBLIC) ? 0 : 1;
                String name = home + "." + top.getSimpleName();
                lines.put(name, text.split("\n").length);
                files.put(name, code);
            }
        }
        new TreeScanner<Void, String>() {
            @Override
            public Void visitClass(ClassTree type, String outer) {
                types++;
                return super.visitClass(
                        type, outer.isEmpty() ? type.getSimpleName() + "" : outer + "." + type.getSimpleName());
            }

            @Override
            public Void visitMethod(MethodTree method, String type) {
                boolean constructor = method.getName().contentEquals("<init>");
                if (constructor && method.getParameters().size() >= MANY_PARAMETERS) {
                    constructors.add(method.getParameters().size() + " " + type);
                }
                if (!constructor && method.getBody() != null) {
                    methods++;
                    passingOn += passesOn(method) ? 1 : 0;
                }
                return super.visitMethod(method, type);
            }
        }.scan(file, "");
    }

    /** Returns whether a method only calls another object with its own parameters, in their order. */
    private static boolean passesOn(MethodTree method) {
        BlockTree body = method.getBody();
        if (body.getStatements().size() != 1) {
            return false;
        }
        StatementTree only = body.getStatements().get(0);
        ExpressionTree does = only instanceof ReturnTree back
                ? back.getExpression()
                : only instanceof ExpressionStatementTree statement ? statement.getExpression() : null;
        return does instanceof MethodInvocationTree call
                && call.getMethodSelect().toString().contains(".")
                && !call.getMethodSelect().toString().contains("(")
                && call.getArguments().stream().allMatch(IdentifierTree.class::isInstance)
                && call.getArguments().stream()
                        .map(Object::toString)
                        .toList()
                        .equals(method.getParameters().stream()
                                .map(parameter -> parameter.getName().toString())
                                .toList());
    }

    private void print(int sources) {
        System.out.println(sources + " files, " + types + " types with nested ones, " + codeLines
                + " lines of code without comments, blanks and imports");
        System.out.println("package-private: " + packagePrivate + " of " + topLevel + " types ("
                + 100 * packagePrivate / topLevel + "%)");
        System.out.println(
                "methods that only pass on: " + passingOn + " of " + methods + " (" + 100 * passingOn / methods + "%)");
        show(
                "constructors of " + MANY_PARAMETERS + " parameters and more",
                constructors.stream()
                        .sorted(Comparator.comparingInt((String each) -> -Integer.parseInt(each.split(" ")[0])))
                        .toList());
        Set<String> small = smallWithOneUser();
        show("types of " + SMALL_LINES + " lines or less with one user", List.copyOf(small));
        Map<String, Integer> floors = new HashMap<>();
        arrows.keySet().forEach(home -> floor(home, floors, new HashSet<>()));
        show(
                "packages on more than " + FLOORS + " floors, longest chain of arrows down to one that needs none",
                floors.entrySet().stream()
                        .filter(each -> each.getValue() > FLOORS)
                        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                        .map(each -> each.getValue() + " " + each.getKey())
                        .toList());
        System.out.println(LONGEST + " longest: "
                + lines.entrySet().stream()
                        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                        .limit(LONGEST)
                        .map(each -> each.getKey().replaceAll(".*\\.", "") + " " + each.getValue())
                        .collect(Collectors.joining(", ")));
    }

    private static void show(String what, List<String> those) {
        System.out.println(what + ": " + those.size()
                + those.stream()
                        .limit(SHOWN)
                        .map(each -> each.replaceAll("org\\.moide\\.", ""))
                        .collect(Collectors.joining(", ", " (", those.size() > SHOWN ? ", ...)" : ")")));
    }

    private Set<String> smallWithOneUser() {
        Map<String, Set<String>> users = new HashMap<>();
        Map<String, List<String>> bySimpleName = new HashMap<>();
        for (String name : lines.keySet()) {
            bySimpleName
                    .computeIfAbsent(name.replaceAll(".*\\.", ""), any -> new ArrayList<>())
                    .add(name);
        }
        Pattern word = Pattern.compile("\\b[A-Z]\\w*");
        files.forEach((user, code) -> {
            Matcher found = word.matcher(code);
            Set<String> seen = new HashSet<>();
            while (found.find()) {
                if (seen.add(found.group())) {
                    bySimpleName.getOrDefault(found.group(), List.of()).stream()
                            .filter(name -> !name.equals(user))
                            .forEach(name -> users.computeIfAbsent(name, any -> new HashSet<>())
                                    .add(user));
                }
            }
        });
        return lines.entrySet().stream()
                .filter(each -> each.getValue() <= SMALL_LINES)
                .map(Map.Entry::getKey)
                .filter(name -> users.getOrDefault(name, Set.of()).size() == 1)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private int floor(String home, Map<String, Integer> floors, Set<String> above) {
        Integer known = floors.get(home);
        if (known != null || !above.add(home)) {
            return known == null ? 0 : known;
        }
        int floor = 0;
        for (String below : arrows.getOrDefault(home, Set.of())) {
            floor = Math.max(floor, 1 + floor(below, floors, above));
        }
        above.remove(home);
        floors.put(home, floor);
        return floor;
    }
}
