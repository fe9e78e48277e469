package org.moide.coordinator.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import org.moide.engine.Arguments;

/**
 * Finds the application that a name stands for: a sample, a class, or a jar that contains an application. Not
 * thread-safe.
 *
 * <ul>
 *   <li>{@code raytrace}: a sample, unless {@code --classpath} has a class of that name;
 *   <li>{@code my.jar}: the jar's {@code Main-Class} if it is an application, else the only application in it;
 *   <li>{@code pkg.Class}: from {@code --classpath}; a nested class is {@code pkg.Outer$Inner}.
 * </ul>
 */
public final class ApplicationFinder {
    private final SampleIndex samples;
    private final List<Path> classPath;

    /**
     * Creates a finder.
     *
     * @param samples the sample applications
     * @param classPath the value of {@code --classpath}; empty if it was not given
     * @throws PlanException if an entry of the class path does not exist, or is no jar
     */
    public ApplicationFinder(SampleIndex samples, String classPath) {
        this.samples = samples;
        this.classPath = classPath.isEmpty() ? List.of() : ClassPathEntries.parse(classPath);
    }

    /**
     * Finds the application that a name stands for.
     *
     * @throws PlanException if no application has this name (the message has similar names), or if it is no
     *     application
     */
    public ApplicationPlan find(String name, Arguments arguments) {
        if (ClassPathEntries.isCalledJar(name)) {
            return inJar(name, arguments);
        }
        if (!classPath.isEmpty()) {
            try (ApplicationClasses classes = new ApplicationClasses(classPath)) {
                if (classes.has(name) || !samples.classes().containsKey(name)) {
                    classes.application(name);
                    return new ApplicationPlan(name, name, classPath, arguments);
                }
            }
        }
        String sample = samples.classes().get(name);
        Path location = samples.location();
        if (sample == null || location == null) {
            throw new PlanException(unknown(name));
        }
        List<Path> all = new ArrayList<>(classPath);
        all.addAll(ClassPathEntries.withTheirOwn("samples", List.of(location)));
        try (ApplicationClasses classes = new ApplicationClasses(all)) {
            classes.application(sample);
        }
        return new ApplicationPlan(name, sample, all, arguments);
    }

    private ApplicationPlan inJar(String name, Arguments arguments) {
        Path jar = Path.of(name).toAbsolutePath().normalize();
        List<Path> all = new ArrayList<>(ClassPathEntries.withTheirOwn(name, List.of(jar)));
        classPath.stream().filter(entry -> !all.contains(entry)).forEach(all::add);
        String main = Files.isDirectory(jar) // a class folder may have a name like a jar
                ? null
                : ClassPathEntries.manifest(name, jar).getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        try (ApplicationClasses classes = new ApplicationClasses(all)) {
            List<String> found = classes.applicationsIn(jar);
            if (main != null && found.contains(main.strip())) {
                return new ApplicationPlan(name, main.strip(), all, arguments);
            }
            if (found.size() == 1) {
                return new ApplicationPlan(name, found.get(0), all, arguments);
            }
            if (found.isEmpty()) {
                throw new PlanException(name + ": expected a public class that implements " + ApplicationClasses.kinds()
                        + ", found none in the jar" + classes.nested());
            }
            throw new PlanException(name + " holds " + found.size() + " applications; name one: moide run --classpath "
                    + name + " " + found.get(0) + "\n(they are " + String.join(", ", found) + ")");
        }
    }

    private String unknown(String name) {
        List<String> near = Nearest.to(name, samples.classes().keySet());
        if (near.isEmpty() && name.indexOf('.') > 0) {
            return "no application '" + name + "': it is no sample, and for a class of your own name its jar or folder"
                    + " with --classpath before it";
        }
        return "no application '" + name + "'"
                + (near.isEmpty() ? "" : ": did you mean " + String.join(" or ", near) + "?")
                + "\n'moide samples' lists the samples; for your own: moide run my.jar, or --classpath p pkg.Class";
    }
}
