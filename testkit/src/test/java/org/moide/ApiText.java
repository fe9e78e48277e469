package org.moide;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of what a package, or one type, lets others use, as lines: a type, and indented beneath it each member that
 * others can reach.
 */
final class ApiText {
    private ApiText() {}

    /** The lines of a package, or of a type and those within it. */
    static List<String> of(String part) throws IOException, ReflectiveOperationException, URISyntaxException {
        List<String> lines = new ArrayList<>();
        int last = part.lastIndexOf('.');
        boolean oneType = Character.isUpperCase(part.charAt(last + 1));
        for (String name : classNames(oneType ? part.substring(0, last) : part)) {
            if (oneType && !name.equals(part) && !name.startsWith(part + "$")) {
                continue;
            }
            Class<?> type = Class.forName(name, false, ApiText.class.getClassLoader());
            if (isReachable(type)) {
                lines.add(header(type));
                members(type).map(member -> "    " + member).sorted().forEach(lines::add);
            }
        }
        return lines;
    }

    /** The names of all classes that lie in the folder or jar from which the package comes, sorted. */
    private static List<String> classNames(String packageName)
            throws IOException, ReflectiveOperationException, URISyntaxException {
        Path origin = origin(packageName);
        if (Files.isDirectory(origin)) {
            return classNames(packageName, origin);
        }
        try (FileSystem jar = FileSystems.newFileSystem(origin)) {
            return classNames(packageName, jar.getPath("/"));
        }
    }

    /** The tests have packages of the same names, which are no part of it. */
    private static Path origin(String packageName) throws IOException, URISyntaxException {
        String info = packageName.replace('.', '/') + "/package-info.class";
        // Some packages have tests in them, whose folder has them too.
        Path ofTests = Path.of(ApiText.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        for (URL found : Collections.list(ApiText.class.getClassLoader().getResources(info))) {
            if (found.getProtocol().equals("jar")) {
                String file = found.getPath();
                return Path.of(new URI(file.substring(0, file.indexOf("!/"))));
            }
            Path place = Path.of(found.toURI());
            if (!place.startsWith(ofTests)) {
                Path root = place;
                for (int names = Path.of(info).getNameCount(); names > 0; names--) {
                    root = Objects.requireNonNull(root.getParent());
                }
                return root;
            }
        }
        throw new IllegalStateException("expected a package " + packageName);
    }

    private static List<String> classNames(String packageName, Path root) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(packageName.replace('.', '/')))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class") && !file.startsWith("package-info"))
                    .map(file -> packageName + "." + file.substring(0, file.length() - ".class".length()))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isReachable(Class<?> type) {
        if (type.isAnonymousClass() || type.isLocalClass() || !isForOthers(type.getModifiers())) {
            return false;
        }
        return type.getEnclosingClass() == null || isReachable(type.getEnclosingClass());
    }

    private static boolean isForOthers(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String header(Class<?> type) {
        StringBuilder text = new StringBuilder(type.toGenericString());
        Type above = type.getGenericSuperclass();
        if (above != null && above != Object.class) {
            text.append(" extends ").append(above.getTypeName());
        }
        if (type.getGenericInterfaces().length > 0) {
            text.append(Arrays.stream(type.getGenericInterfaces())
                    .map(Type::getTypeName)
                    .sorted()
                    .collect(Collectors.joining(", ", " implements ", "")));
        }
        return text.toString();
    }

    private static Stream<String> members(Class<?> type) {
        Stream<String> fields = Arrays.stream(type.getDeclaredFields())
                .filter(ApiText::isMember)
                .map(ApiText::field);
        Stream<String> constructors = Arrays.stream(type.getDeclaredConstructors())
                .filter(ApiText::isMember)
                .map(Constructor::toGenericString);
        Stream<String> methods = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> isMember(method) && !isOfEveryObject(method))
                .map(Method::toGenericString);
        return Stream.of(fields, constructors, methods)
                .flatMap(all -> all)
                .map(text -> text.replace(type.getName() + ".", "")
                        // How a method does its work is its own business.
                        .replaceAll("\\b(synchronized|native|strictfp) ", ""));
    }

    private static boolean isMember(Member member) {
        // A bridge is synthetic too.
        return isForOthers(member.getModifiers()) && !member.isSynthetic();
    }

    private static boolean isOfEveryObject(Method method) {
        return Stream.of(Object.class.getMethods())
                .anyMatch(every -> every.getName().equals(method.getName())
                        && Arrays.equals(every.getParameterTypes(), method.getParameterTypes()));
    }

    /** Others' compilers copy a constant's value into their classes. */
    private static String field(Field field) {
        String text = field.toGenericString();
        boolean constant = Modifier.isStatic(field.getModifiers())
                && Modifier.isFinal(field.getModifiers())
                && (field.getType().isPrimitive() || field.getType() == String.class);
        try {
            return constant ? text + " = " + field.get(null) : text;
        } catch (IllegalAccessException hidden) {
            return text;
        }
    }
}
