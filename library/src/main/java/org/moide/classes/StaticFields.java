package org.moide.classes;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.engine.loading.CallLoader;
import org.moide.engine.loading.ClassFile;
import org.moide.engine.loading.ClassFile.Kind;
import org.moide.engine.loading.ClassFile.Member;
import org.moide.engine.loading.ClassFile.Method;
import org.moide.engine.loading.ClassFile.Use;
import org.moide.engine.loading.ClassFile.Variable;
import org.moide.engine.loading.ProgramCodec;
import org.moide.engine.loading.ProgramCodec.Parts;

/**
 * Finds the static fields that a call's code reads. An engine has its own copy of each, whose value may differ. The
 * code is read from the program's class files, beginning with the call's methods; each class is read once. Uses by
 * reflection and by other libraries are not found. Any thread.
 */
public final class StaticFields {
    /** Most classes whose code is read for one call. Each takes a fraction of a millisecond. */
    private static final int MOST_CLASSES = 500;

    /** Most results that are remembered, one for each kind of call. A program has some hundred kinds. */
    private static final int MOST_KNOWN = 10_000;

    private static final int NAME_PARTS = 2;

    /** The classes whose static fields are JShell's variables; those that are typed there are nested in others. */
    private static final Pattern SHELL = Pattern.compile("REPL/\\$JShell\\$[^$]+");

    private static final Set<Class<?>> SYNCHRONIZERS =
            Set.of(CountDownLatch.class, CyclicBarrier.class, Exchanger.class, Phaser.class, Semaphore.class);
    private static final Set<String> IMMUTABLE_MAKERS = Set.of("of", "ofEntries", "copyOf", "range");

    private final ClassLoader program;
    private final Set<Class<?>> standing;
    private final Map<String, ReadClass> classes = new ConcurrentHashMap<>();
    private final Map<Object, Fields> known = new ConcurrentHashMap<>(); // by a call's class, or its parts

    /**
     * @param program finds the classes of calls that have no object of the program's classes
     * @param standing the types whose objects stand in an engine for what that engine has
     */
    public StaticFields(ClassLoader program, Set<Class<?>> standing) {
        this.program = program;
        this.standing = standing;
    }

    /** A class file; or that there is none, or that it is not the program's own. */
    private record ReadClass(
            @Nullable ClassFile file, @Nullable Class<?> type) {
        private static final ReadClass NONE = new ReadClass(null, null);
    }

    /**
     * The static fields that a call reads and that may have another value on an engine.
     *
     * @param set those that are not final and that the call does not write
     * @param mutable those that are final and have content that may change, in words
     * @param variables those that are variables of JShell
     * @param misused what the call does with variables that it cannot do with copies, in words
     * @param places those that may have what stands
     */
    private record Fields(
            List<Suspect> set, List<Note> mutable, List<Field> variables, List<String> misused, List<Place> places) {}

    /** A variable of JShell and its value. */
    public record Value(
            CallLoader.Variable variable, @Nullable Object value) {}

    /**
     * A place in which a call's code finds an object that stands for what the engine has.
     *
     * @param field a static field
     * @param within a field of the object in that; null if it is that field itself
     */
    public record Place(Field field, @Nullable Field within) {
        /** Returns what is there; null if nothing is. */
        public @Nullable Object value() {
            try {
                Object value = get(field, null);
                return within == null || value == null ? value : get(within, value);
            } catch (IllegalAccessException | LinkageError | RuntimeException closed) {
                return null; // the call fails in the same way on an engine
            }
        }

        private static @Nullable Object get(Field field, @Nullable Object of) throws IllegalAccessException {
            return field.trySetAccessible() ? field.get(of) : null;
        }
    }

    /**
     * A static field that is not final.
     *
     * @param initial the instruction that loads its initial value; null if unknown
     * @param written the source line that writes it outside the class initializer, as text; empty if there is none
     */
    private record Suspect(
            Class<?> type, Variable field, String read, ClassFile.@Nullable Before initial, String written) {
        boolean differs() {
            if (initial == null) {
                return !written.isEmpty();
            }
            try {
                Field found = type.getDeclaredField(field.name());
                return found.trySetAccessible() && !Objects.equals(found.get(null), initialValue());
            } catch (ReflectiveOperationException | LinkageError | RuntimeException unknown) {
                return false; // the call fails in the same way on an engine
            }
        }

        boolean isAt(Place place) {
            return place.within() == null
                    && place.field().getDeclaringClass() == type
                    && place.field().getName().equals(field.name());
        }

        private @Nullable Object initialValue() {
            Object constant = initial == null ? null : initial.constant();
            if (constant instanceof Integer number) {
                return switch (field.type()) {
                    case "Z" -> number != 0;
                    case "B" -> number.byteValue();
                    case "S" -> number.shortValue();
                    case "C" -> (char) number.intValue();
                    default -> number;
                };
            }
            return constant;
        }
    }

    /** A static field, with a remark about it for the user. */
    public record Note(String field, String words) {}

    /**
     * The result for one call.
     *
     * @param refused why it cannot run on an engine; null if nothing speaks against it
     * @param notes of final fields whose content may differ there
     * @param variables of JShell that it reads, as they are now
     * @param standing where it finds now what stands for what the engine has
     */
    public record Found(@Nullable String refused, List<Note> notes, List<Value> variables, List<Place> standing) {}

    /**
     * Looks at a call, and at what the variables refer to that it reads.
     *
     * @param parts tells the parts of an object
     */
    public Found look(Object call, Function<Object, Parts> parts) {
        Class<?> type = call.getClass();
        Fields fields =
                ProgramCodec.hasSameParts(type) ? known(type, () -> parts.apply(call)) : known(parts.apply(call));
        Map<Field, Value> values = new LinkedHashMap<>();
        if (!fields.variables().isEmpty()) {
            Parts all = parts.apply(call);
            while (addValues(fields.variables(), values)) {
                for (Value one : values.values()) {
                    all = one.value() == null ? all : with(all, one.value(), parts);
                }
                fields = known(all);
            }
        }
        return found(fields, List.copyOf(values.values()));
    }

    /** Looks at all anew: a class has been changed. */
    void forget() {
        known.clear();
        classes.clear();
    }

    private static Parts with(Parts some, Object value, Function<Object, Parts> parts) {
        try {
            Parts more = parts.apply(value);
            Set<Class<?>> classes = new LinkedHashSet<>(some.classes());
            classes.addAll(more.classes());
            Set<Member> lambdas = new LinkedHashSet<>(some.lambdas());
            lambdas.addAll(more.lambdas());
            return new Parts(classes, lambdas);
        } catch (CommException cannot) {
            return some; // whoever sends it says why that cannot be
        }
    }

    /** Adds the values of those that have none yet; returns whether there were any. */
    private static boolean addValues(List<Field> variables, Map<Field, Value> values) {
        boolean any = false;
        for (Field field : variables) {
            if (!values.containsKey(field)) {
                any = true;
                try {
                    field.setAccessible(true);
                    values.put(
                            field,
                            new Value(
                                    new CallLoader.Variable(
                                            field.getDeclaringClass().getName(), field.getName()),
                                    field.get(null)));
                } catch (IllegalAccessException closed) {
                    throw new IllegalArgumentException("expected a variable of JShell, found " + field, closed);
                }
            }
        }
        return any;
    }

    private Fields known(Parts parts) {
        return known(parts, () -> parts);
    }

    private Fields known(Object key, Supplier<Parts> parts) {
        Fields fields = known.get(key);
        if (fields == null) {
            fields = new Walk(parts.get()).fields();
            if (known.size() > MOST_KNOWN) {
                known.clear();
            }
            known.put(key, fields);
        }
        return fields;
    }

    private boolean stands(@Nullable Object value) {
        return standing.stream().anyMatch(type -> type.isInstance(value));
    }

    private Found found(Fields fields, List<Value> variables) {
        List<Place> places =
                fields.places().stream().filter(place -> stands(place.value())).toList();
        if (!fields.misused().isEmpty()) {
            return new Found(fields.misused().get(0), fields.mutable(), variables, places);
        }
        for (Suspect one : fields.set()) {
            boolean stands = places.stream().anyMatch(one::isAt);
            if (!stands && one.differs()) {
                return new Found(
                        "its code reads the static field " + one.field().name() + " of "
                                + one.type().getName()
                                + one.read() + ", which the program has set" + one.written()
                                + ": on an engine it has the value that its class gives it there. Pass what it has as"
                                + " a local variable or a parameter, or share it by MoideExecutor.share;"
                                + " Moide.Builder.allowStatics() lets such calls pass",
                        fields.mutable(),
                        variables,
                        places);
            }
        }
        return new Found(null, fields.mutable(), variables, places);
    }

    /** A search of the code that one call may run. */
    private final class Walk {
        private record Way(Member method, boolean initializes) {}

        private record Read(ClassFile in, int line, boolean initializes) {}

        private final Set<Path> places = new HashSet<>();
        private final Set<String> prefixes = new HashSet<>();
        private final ClassLoader loader;
        private final Deque<Way> open = new ArrayDeque<>();
        private final Set<Way> seen = new HashSet<>();
        private final Set<String> initialized = new HashSet<>();
        private final Set<String> made = new HashSet<>();
        private final Set<String> virtual = new HashSet<>(); // names and types of methods that are called on objects
        private final Map<Member, Read> reads = new LinkedHashMap<>();
        private final Set<Member> writes = new HashSet<>();
        private final List<String> misused = new ArrayList<>();
        private final Map<String, ClassFile> walked = new HashMap<>();
        private final Set<String> foreign = new HashSet<>(); // classes that are not the program's own

        Walk(Parts parts) {
            ClassLoader found = program;
            List<String> first = new ArrayList<>();
            for (Class<?> type : parts.classes()) {
                if (isProgram(type)) {
                    found = type.getClassLoader();
                    first.add(type.getName().replace('.', '/'));
                    root(type);
                }
            }
            loader = found;
            for (Member lambda : parts.lambdas()) {
                Class<?> type = find(lambda.owner());
                if (type != null && isProgram(type)) {
                    root(type);
                    made(lambda.owner());
                    open.add(new Way(lambda, false));
                }
            }
            first.forEach(this::made);
        }

        private void root(Class<?> type) {
            Path place = OwnClasses.placeOf(type);
            if (place != null) {
                places.add(place);
            }
            prefixes.add(prefix(type.getPackageName()));
        }

        private static String prefix(String packageName) {
            String[] parts = packageName.split("\\.", NAME_PARTS + 1);
            return parts.length <= NAME_PARTS ? packageName : parts[0] + "." + parts[1];
        }

        private boolean isProgram(Class<?> type) {
            if (type.getClassLoader() == null || type.getModule().isNamed() || type.isHidden()) {
                return false;
            }
            Path place = OwnClasses.placeOf(type);
            return place == null || !OwnClasses.places().contains(place);
        }

        private boolean isOwn(Class<?> type) {
            if (!isProgram(type)) {
                return false;
            }
            Path place = OwnClasses.placeOf(type);
            return place == null
                    || places.contains(place)
                    || Files.isDirectory(place)
                    || prefixes.contains(prefix(type.getPackageName()));
        }

        private @Nullable Class<?> find(String name) {
            try {
                return Class.forName(name.replace('/', '.'), false, loader);
            } catch (ClassNotFoundException | LinkageError none) {
                return null;
            }
        }

        private @Nullable ClassFile file(String name) {
            ClassFile file = walked.get(name);
            boolean known = file != null || foreign.contains(name);
            if (known || name.startsWith("[") || name.startsWith("java/")) {
                return file;
            }
            ReadClass read = classes.computeIfAbsent(name, this::read);
            boolean enough =
                    walked.size() >= MOST_CLASSES && !SHELL.matcher(name).lookingAt();
            if (enough || read.file() == null || read.type() == null || !isOwn(read.type())) {
                foreign.add(name);
                return null;
            }
            walked.put(name, read.file());
            return read.file();
        }

        private ReadClass read(String name) {
            Class<?> type = find(name);
            if (type == null || !isProgram(type)) {
                return ReadClass.NONE;
            }
            try (InputStream in = type.getClassLoader().getResourceAsStream(name + ".class")) {
                return in == null ? ReadClass.NONE : new ReadClass(ClassFile.of(in.readAllBytes()), type);
            } catch (IOException unreadable) {
                return ReadClass.NONE;
            }
        }

        Fields fields() {
            while (!open.isEmpty()) {
                Way way = open.remove();
                if (seen.add(way)) {
                    follow(way);
                }
            }
            return judged();
        }

        // --- code -----------------------------------------------------------------------------------------------

        private void follow(Way way) {
            ClassFile file = file(way.method().owner());
            if (file == null) {
                return;
            }
            for (Method method : file.methods()) {
                if (method.name().equals(way.method().name())
                        && method.type().equals(way.method().type())) {
                    method.uses().forEach(use -> follow(use, file, way.initializes()));
                    return;
                }
            }
            above(file)
                    .forEach(type -> open.add(new Way(
                            new Member(type, way.method().name(), way.method().type()), way.initializes())));
        }

        private static List<String> above(ClassFile file) {
            List<String> all = new ArrayList<>(file.interfaces());
            if (file.above() != null) {
                all.add(file.above());
            }
            return all;
        }

        private void follow(Use use, ClassFile in, boolean initializes) {
            Member member = use.member();
            switch (use.kind()) {
                case READS, WRITES -> {
                    Member declared = declared(member);
                    if (declared == null) {
                        return;
                    }
                    initialized(declared.owner());
                    boolean own = initializes && declared.owner().equals(in.name());
                    if (SHELL.matcher(declared.owner()).matches()) {
                        shellVariable(use, declared, in, initializes);
                    }
                    if (use.kind() == Kind.READS && !own) {
                        reads.putIfAbsent(declared, new Read(in, use.line(), initializes));
                        made(element(declared.type()));
                        madeByInitializer(declared.owner());
                    } else if (use.kind() == Kind.WRITES && !initializes) {
                        writes.add(declared);
                    }
                }
                case CALLS -> {
                    open.add(new Way(member, initializes));
                    initialized(member.owner());
                }
                case CALLS_VIRTUALLY -> {
                    open.add(new Way(member, initializes));
                    String called = member.name() + member.type();
                    if (virtual.add(called)) {
                        made.forEach(
                                type -> open.add(new Way(new Member(type, member.name(), member.type()), initializes)));
                    }
                }
                case MAKES -> {
                    initialized(member.owner());
                    if (!initializes) {
                        made(member.owner());
                    }
                }
            }
        }

        private void shellVariable(Use use, Member variable, ClassFile in, boolean initializes) {
            String name = variable.name();
            if (use.kind() == Kind.WRITES) {
                misused.add("its code sets the variable " + name + ", which a call has a copy of: what it sets there"
                        + " would be lost. Let it return what it found");
            } else if (initializes) {
                misused.add("the initializer of " + in.name().replace('/', '.') + " reads the variable " + name
                        + ", which may have had another value here when that class was initialized. Pass it as a"
                        + " local variable or a parameter");
            }
        }

        /** What a class initializer has made may be what its static fields refer to. */
        private void madeByInitializer(String type) {
            ClassFile file = file(type);
            if (file != null) {
                file.methods().stream()
                        .filter(method -> method.name().equals(ClassFile.INITIALIZER))
                        .flatMap(method -> method.uses().stream())
                        .filter(use -> use.kind() == Kind.MAKES)
                        .forEach(use -> made(use.member().owner()));
            }
        }

        private static String element(String type) {
            String name = type.replace("[", "");
            return name.startsWith("L") ? name.substring(1, name.length() - 1) : "";
        }

        /** Returns the field as a member of the class that declares it; null if that class is not the program's own. */
        private @Nullable Member declared(Member member) {
            ClassFile file = file(member.owner());
            if (file == null) {
                return null;
            }
            if (file.fields().stream().anyMatch(field -> field.name().equals(member.name()))) {
                return new Member(file.name(), member.name(), member.type());
            }
            for (String type : above(file)) {
                Member found = declared(new Member(type, member.name(), member.type()));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private void initialized(String type) {
            if (file(type) != null && initialized.add(type)) {
                open.add(new Way(new Member(type, ClassFile.INITIALIZER, "()V"), true));
            }
        }

        /** Notes that objects of a class exist, so that its methods may be called. */
        private void made(String type) {
            ClassFile file = type.isEmpty() ? null : file(type);
            if (file == null || !made.add(type)) {
                return;
            }
            Set<String> ofOthers = methodsOfOthers(type);
            for (Method method : file.methods()) {
                String signature = method.name() + method.type();
                if (virtual.contains(signature) || ofOthers.contains(method.name())) {
                    open.add(new Way(new Member(type, method.name(), method.type()), false));
                }
            }
            above(file).forEach(this::made);
        }

        /** Returns the names of methods through which code outside the program may call objects of a class. */
        private Set<String> methodsOfOthers(String name) {
            Set<String> names = new HashSet<>(Set.of("readObject", "readResolve"));
            Deque<Class<?>> next = new ArrayDeque<>();
            Class<?> first = find(name);
            if (first != null) {
                next.add(first);
            }
            while (!next.isEmpty()) {
                Class<?> type = next.remove();
                if (!isOwn(type)) {
                    for (java.lang.reflect.Method method : type.getMethods()) {
                        names.add(method.getName());
                    }
                }
                if (type.getSuperclass() != null) {
                    next.add(type.getSuperclass());
                }
                next.addAll(List.of(type.getInterfaces()));
            }
            return names;
        }

        // --- what is read ---------------------------------------------------------------------------------------

        private Fields judged() {
            List<Suspect> set = new ArrayList<>();
            List<Note> mutable = new ArrayList<>();
            List<Field> variables = new ArrayList<>();
            List<Place> places = new ArrayList<>();
            reads.forEach((member, read) -> {
                ClassFile file = Objects.requireNonNull(file(member.owner()));
                Class<?> type = Objects.requireNonNull(find(member.owner()));
                Variable field = file.fields().stream()
                        .filter(one -> one.name().equals(member.name()))
                        .findFirst()
                        .orElseThrow();
                boolean constant = field.constant() || field.is(ClassFile.SYNTHETIC) || !field.is(ClassFile.STATIC);
                if (constant) {
                    return;
                }
                boolean single = field.is(ClassFile.FINAL) || field.name().equals("MODULE$");
                Class<?> of = field.type().startsWith("[") ? null : find(element(field.type()));
                if (of != null && single && isOwn(of)) {
                    addPlacesWithin(of, declaredField(type, field), places);
                } else if (of != null && !single && mayStand(of)) { // the initializer of a final one runs there as well
                    places.add(new Place(declaredField(type, field), null));
                }
                if (of != null && standing.contains(of)) {
                    return;
                }
                if (SHELL.matcher(file.name()).matches() && !field.is(ClassFile.FINAL)) {
                    variables.add(declaredField(type, field));
                    return;
                }
                if (writes.contains(member)) {
                    return;
                }
                if (!single) {
                    set.add(suspect(type, file, field, read));
                } else if (isMutable(field.type(), file, field)) {
                    mutable.add(new Note(
                            type.getName() + "." + field.name(),
                            "reads the static field " + field.name() + " of " + type.getName()
                                    + at(read.in(), read.line())
                                    + ", whose content may change: each engine has its own, without what this program"
                                    + " has put into it. Pass it as a local variable or a parameter, or share it by"
                                    + " MoideExecutor.share"));
                }
            });
            return new Fields(set, mutable, variables, misused, places);
        }

        /** Returns whether fields of this type may have what stands. */
        private boolean mayStand(Class<?> type) {
            return standing.stream().anyMatch(each -> type.isAssignableFrom(each) || each.isAssignableFrom(type));
        }

        /** Adds the fields of a singleton that may have what stands. Those of an object of Scala are such fields. */
        private void addPlacesWithin(Class<?> single, Field field, List<Place> places) {
            for (Class<?> type = single; type != null && isOwn(type); type = type.getSuperclass()) {
                for (Field each : type.getDeclaredFields()) {
                    boolean changes = !Modifier.isStatic(each.getModifiers()) && !Modifier.isFinal(each.getModifiers());
                    if (changes && mayStand(each.getType())) {
                        places.add(new Place(field, each));
                    }
                }
            }
        }

        private static Field declaredField(Class<?> type, Variable field) {
            try {
                return type.getDeclaredField(field.name());
            } catch (NoSuchFieldException impossible) {
                throw new IllegalStateException("its class file has the field " + field.name(), impossible);
            }
        }

        private Suspect suspect(Class<?> type, ClassFile file, Variable field, Read read) {
            List<Use> initializes = initializers(file, field);
            ClassFile.Before initial = null;
            if (initializes.isEmpty()) {
                initial = new ClassFile.Before(true, zero(field.type()), null);
            } else if (initializes.size() == 1 && initializes.get(0).value().loads()) {
                initial = initializes.get(0).value();
            }
            return new Suspect(type, field, at(read.in(), read.line()), initial, written(type, file, field));
        }

        private static List<Use> initializers(ClassFile file, Variable field) {
            return file.methods().stream()
                    .filter(method -> method.name().equals(ClassFile.INITIALIZER))
                    .flatMap(method -> method.uses().stream())
                    .filter(use -> writes(use, file, field))
                    .toList();
        }

        private static boolean writes(Use use, ClassFile file, Variable field) {
            return use.kind() == Kind.WRITES
                    && use.member().owner().equals(file.name())
                    && use.member().name().equals(field.name());
        }

        private static @Nullable Object zero(String type) {
            return switch (type) {
                case "J" -> 0L;
                case "F" -> 0f;
                case "D" -> 0.0;
                case "Z", "B", "S", "C", "I" -> 0;
                default -> null;
            };
        }

        /**
         * Returns the source line that writes a field outside the class initializer, as text; empty if no class that
         * was read does.
         */
        private String written(Class<?> type, ClassFile file, Variable field) {
            Set<ClassFile> candidates = new HashSet<>(walked.values());
            Class<?> host = type.getNestHost();
            for (Class<?> nestmate : host.getNestMembers()) {
                ClassFile mate = file(nestmate.getName().replace('.', '/'));
                if (mate != null) {
                    candidates.add(mate);
                }
            }
            for (ClassFile candidate : candidates) {
                for (Method method : candidate.methods()) {
                    boolean initializer = candidate == file && method.name().equals(ClassFile.INITIALIZER);
                    for (Use use : method.uses()) {
                        if (!initializer && writes(use, file, field)) {
                            return at(candidate, use.line());
                        }
                    }
                }
            }
            return "";
        }

        private static String at(ClassFile file, int line) {
            return file.source().isEmpty() ? "" : " (" + file.source() + (line == 0 ? "" : ":" + line) + ")";
        }

        private boolean isMutable(String descriptor, ClassFile file, Variable field) {
            if (descriptor.startsWith("[")) {
                return true;
            }
            String name = element(descriptor);
            Class<?> type = name.isEmpty() ? null : find(name);
            if (type == null) {
                return false;
            }
            if (type.getClassLoader() == null) {
                return isContainer(type) && !isMadeImmutable(file, field);
            }
            return !type.isInterface() && hasState(type);
        }

        private static boolean isContainer(Class<?> type) {
            return Collection.class.isAssignableFrom(type)
                    || Map.class.isAssignableFrom(type)
                    || type.getPackageName().equals("java.util.concurrent.atomic")
                    || type.getPackageName().equals("java.util.concurrent.locks")
                    || SYNCHRONIZERS.contains(type)
                    || type == StringBuilder.class
                    || type == StringBuffer.class
                    || java.util.Date.class.isAssignableFrom(type)
                    || java.util.Calendar.class.isAssignableFrom(type)
                    || type == java.util.BitSet.class;
        }

        private boolean isMadeImmutable(ClassFile file, Variable field) {
            return initializers(file, field).stream()
                    .map(use -> use.value().called())
                    .allMatch(made -> made != null
                            && made.owner().startsWith("java/util/")
                            && (IMMUTABLE_MAKERS.contains(made.name())
                                    || made.name().startsWith("unmodifiable")
                                    || made.name().startsWith("empty")
                                    || made.name().startsWith("singleton")));
        }

        /** Returns whether objects of a class of the program have fields whose content may change. */
        private boolean hasState(Class<?> type) {
            ClassFile file = file(type.getName().replace('.', '/'));
            if (file == null) {
                return false;
            }
            for (Variable field : file.fields()) {
                Class<?> of = find(element(field.type()));
                boolean changes = !field.is(ClassFile.FINAL)
                        || field.type().startsWith("[")
                        || (of != null && of.getClassLoader() == null && isContainer(of));
                if (changes
                        && (of == null || !standing.contains(of))
                        && !field.is(ClassFile.STATIC)
                        && !field.is(ClassFile.SYNTHETIC)) {
                    return true;
                }
            }
            Class<?> above = type.getSuperclass();
            return above != null && hasState(above);
        }
    }
}
