package org.moide.bench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The architecture rules over all modules: what each forbids, why, and what to do instead. */
final class ArchitectureRules {
    private static final String[] JDK = {"java..", "javax..", "jdk..", "com.sun..", "org.jspecify.annotations.."};

    private static final String CHILD_JVM_MAIN = "org.moide.engine.host.EngineProcess";

    /** Types whose objects are meant to be changed, mostly by several threads. */
    private static final Set<String> CHANGEABLE = Set.of(
            "java.lang.ThreadLocal",
            "java.lang.Thread",
            "java.lang.StringBuilder",
            "java.util.Random",
            "java.util.Timer",
            "java.util.concurrent.Executor",
            "java.util.concurrent.ConcurrentMap",
            "java.util.concurrent.locks.Lock",
            "java.util.concurrent.locks.ReadWriteLock",
            "java.util.Queue",
            "java.util.HashMap",
            "java.util.TreeMap",
            "java.util.EnumMap",
            "java.util.HashSet",
            "java.util.TreeSet",
            "java.util.ArrayList",
            "java.util.LinkedList",
            "java.util.concurrent.CopyOnWriteArrayList");

    private ArchitectureRules() {}

    static final ArchRule RMI_AT_ONE_SEAM = noClasses()
            .that()
            .resideOutsideOfPackage("org.moide.commlib.rmi..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.rmi..")
            .because(
                    "everything that crosses between JVMs crosses at one seam, where gate, filter, deadline and fault are;"
                            + " use ObjectSpace");

    static final ArchRule OSHI_BEHIND_A_PORT = noClasses()
            .that()
            .resideOutsideOfPackage("org.moide.monitor..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("oshi..", "com.sun.jna..")
            .because(
                    "what a machine says of itself comes in by monitor's port, so that tests and simulations can say it");

    static final ArchRule PICOCLI_IN_THE_COMMAND = noClasses()
            .that()
            .resideOutsideOfPackage("org.moide.command..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..")
            .because("a run can be asked for without a command line: hand over a RunPlan");

    static final ArchRule JLINE_IN_THE_COMMAND = noClasses()
            .that()
            .resideOutsideOfPackage("org.moide.command..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jline..")
            .because("what is shown and how keys are answered is tried without a terminal: see command.top");

    static final ArchRule HTTP_IN_THE_COMMAND = noClasses()
            .that()
            .resideOutsideOfPackage("org.moide.command..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.sun.net.httpserver..")
            .because("what serves pages and figures is not what decides a run: see command.http");

    static final ArchRule TERMINAL_IN_THE_COMMAND = noClasses()
            .that()
            .resideOutsideOfPackage("org.moide.command..")
            .and()
            .doNotHaveFullyQualifiedName(CHILD_JVM_MAIN)
            .and()
            .doNotHaveFullyQualifiedName("org.moide.commlib.system.ForcedEnd")
            .should()
            .accessTargetWhere(isAnyOf(
                    "the process's streams and its end",
                    List.of(
                            "java.lang.System.in",
                            "java.lang.System.out",
                            "java.lang.System.err",
                            "java.lang.System.exit",
                            "java.lang.Runtime.exit",
                            "java.lang.Runtime.halt")))
            .because(
                    "several engines may live in one JVM, and its streams and its end belong to the one who started it;"
                            + " use Console, Report or System.Logger, and return an exit code");

    /**
     * The classes that start threads without a loop: such a thread does one thing and ends, and no other thread waits
     * for it again.
     */
    private static final String[] START_ONCE = {
        "org.moide.commlib.gate.NameLookup",
        "org.moide.commlib.message.CommPorts",
        "org.moide.commlib.security.Encryption",
        "org.moide.commlib.system.ThreadHomes",
        "org.moide.command.ProcessEnd",
        "org.moide.command.TopScreen",
        "org.moide.command.TopTerminal",
        "org.moide.command.daemon.DaemonProcess",
        "org.moide.coordinator.run.EndWithJvm",
        "org.moide.command.serve.RunServer",
        CHILD_JVM_MAIN
    };

    static final ArchRule THREADS_WHOSE_DEATH_IS_SEEN = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.moide.bench.offence..",
                    "org.moide.commlib..",
                    "org.moide.balance..",
                    "org.moide.engine..",
                    "org.moide.monitor..",
                    "org.moide.coordinator..",
                    "org.moide.hosts..",
                    "org.moide.command..")
            .and(not(belongToAnyOf("org.moide.commlib.system.DaemonThreads", START_ONCE)))
            .should()
            .accessTargetWhere(isAnyOf("a thread of its own", List.of("java.lang.Thread.<init>")))
            .because("a thread that dies unseen leaves its process alive and deaf: use DaemonThreads, and Loop for what"
                    + " it does again and again");

    static final ArchRule OWN_NAME_WITHOUT_A_RESOLVER = noClasses()
            .should()
            .accessTargetWhere(isAnyOf(
                    "a name service asked about ourselves, or what an address is called",
                    List.of(
                            "java.net.InetAddress.getLocalHost",
                            "java.net.InetAddress.getHostName",
                            "java.net.InetAddress.getCanonicalHostName",
                            "java.net.Inet4Address.getHostName",
                            "java.net.Inet4Address.getCanonicalHostName",
                            "java.net.Inet6Address.getHostName",
                            "java.net.Inet6Address.getCanonicalHostName",
                            "java.net.InetSocketAddress.getHostName")))
            .because("a name server that does not answer costs each JVM 12 seconds: use SystemHost for our own name and"
                    + " addresses, and getHostString or getHostAddress for others");

    static final ArchRule TIME_AND_CHANCE_BY_PORTS = noClasses()
            .that()
            .resideOutsideOfPackages("org.moide.commlib.system..", "org.moide.samples..")
            .should()
            .accessTargetWhere(readsTheClock().or(sleepsOrDraws()))
            .because(
                    "a simulation owns time and chance: take a Ticker, a Signal or a RandomGenerator by the constructor;"
                            + " the real ones are in commlib.system");

    static final ArchRule SAMPLES_WAIT_AND_DRAW_BY_WHAT_THEY_ARE_GIVEN = noClasses()
            .that()
            .resideInAPackage("org.moide.samples..")
            .should()
            .accessTargetWhere(sleepsOrDraws())
            .because("a sample gives the same result on every run; it may time itself, as any program does, but neither"
                    + " sleep nor draw fresh numbers: take a seed as an argument");

    static final ArchRule ORDER_THAT_A_SEED_REPEATS = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.moide.bench.offence..",
                    "org.moide.commlib..",
                    "org.moide.balance..",
                    "org.moide.engine..",
                    "org.moide.coordinator..")
            .should()
            .accessTargetWhere(isAnyOf(
                    "a copy with another order in each JVM",
                    List.of(
                            "java.util.Set.copyOf",
                            "java.util.Map.copyOf",
                            "java.util.stream.Collectors.toUnmodifiableSet",
                            "java.util.stream.Collectors.toUnmodifiableMap")))
            .because("a run that is played again from its seed must go the same way in each JVM: use FixedOrder");

    static final ArchRule COMMLIB_KNOWS_THE_JDK = knowsOnly(
            "org.moide.commlib..", List.of(), "commlib is the ground: it depends on nothing of ours but itself");

    static final ArchRule BALANCE_KNOWS_COMMLIB = knowsOnly(
            "org.moide.balance..", List.of("org.moide.commlib.."), "a strategy only decides: it knows no engine");

    static final ArchRule MONITOR_KNOWS_COMMLIB = knowsOnly(
            "org.moide.monitor..",
            List.of("org.moide.commlib..", "oshi..", "com.sun.jna..", "org.slf4j.."),
            "the monitor watches hosts and not runs");

    static final ArchRule ENGINE_KNOWS_WHAT_IS_BELOW = knowsOnly(
            "org.moide.engine..",
            List.of("org.moide.balance..", "org.moide.commlib..", "org.moide.monitor.."),
            "an engine serves any coordinator");

    static final ArchRule COORDINATOR_KNOWS_NOBODY_ABOVE = knowsOnly(
            "org.moide.coordinator..",
            List.of(
                    "org.moide.engine..",
                    "org.moide.balance..",
                    "org.moide.commlib..",
                    "org.moide.monitor..",
                    "com.google.gson.."),
            "how hosts are reached and who is told of a run comes in by HostNetwork, HostSupply and RunUser;"
                    + " samples are applications like a user's own: named, shipped and loaded as those are");

    static final ArchRule HOSTS_KNOW_THE_COORDINATOR = knowsOnly(
            "org.moide.hosts..",
            List.of(
                    "org.moide.coordinator..",
                    "org.moide.engine..",
                    "org.moide.balance..",
                    "org.moide.commlib..",
                    "org.moide.monitor.."),
            "hosts are reached in the same way, whatever a person types and sees");

    static final ArchRule COMMAND_KNOWS_NO_APPLICATION = knowsOnly(
            "org.moide.command..",
            List.of(
                    "org.moide.hosts..",
                    "org.moide.coordinator..",
                    "org.moide.engine..",
                    "org.moide.balance..",
                    "org.moide.commlib..",
                    "org.moide.monitor..",
                    "com.google.gson..",
                    "picocli..",
                    "org.jline.."),
            "samples are applications like a user's own: named, shipped and loaded as those are");

    static final ArchRule SAMPLES_KNOW_THE_API = knowsOnly(
            "org.moide.samples..",
            List.of(
                    "org.moide.engine",
                    "org.moide.commlib",
                    "org.moide.balance.strategy",
                    "org.moide.balance.worker.strategy",
                    "org.HdrHistogram.."),
            "a sample uses nothing that a user's application could not use, and brings its libraries in its own jar");

    static final ArchRule NO_CYCLES = slices().matching("org.moide.(**)")
            .should()
            .beFreeOfCycles()
            .because("a package that can only be understood together with another is not a package;"
                    + " move the part that both need below both");

    static final ArchRule NO_STATIC_STATE = fields().that()
            .areStatic()
            .should(neverChange())
            .because(
                    "two engines must be able to live in one JVM; keep state in an object and pass it by the constructor");

    static final ArchRule NO_KINDS_AS_PACKAGES = noClasses()
            .should()
            .resideInAnyPackage(
                    "..util..",
                    "..utils..",
                    "..impl..",
                    "..manager..",
                    "..handler..",
                    "..handlers..",
                    "..helper..",
                    "..helpers..",
                    "..common..",
                    "..misc..",
                    "..support..")
            .because("a package is a feature, such as selection, and never a kind; name it for what it does");

    static final ArchRule NULL_IS_NAMED = classes()
            .that()
            .haveSimpleName("package-info")
            .should()
            .beAnnotatedWith("org.jspecify.annotations.NullMarked")
            .because("no null crosses a package border unannounced; put @NullMarked into package-info.java");

    static final ArchRule NO_OPTIONAL_FIELDS = noFields()
            .should()
            .haveRawType(Optional.class)
            .because("a field that may be absent is @Nullable, and NullAway checks its use");

    private static ArchRule knowsOnly(String who, List<String> others, String why) {
        String[] allowed = Stream.of(List.of(JDK), List.of(who), others)
                .flatMap(Collection::stream)
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(who)
                .should()
                .dependOnClassesThat(not(resideInAnyPackage(allowed)).and(areNoPrimitives()))
                .because(why + "; see the arrows in ARCHITECTURE.md");
    }

    private static DescribedPredicate<JavaClass> belongToAnyOf(String one, String... others) {
        return DescribedPredicate.describe(
                "belong to those that may",
                found -> Stream.concat(Stream.of(one), Stream.of(others))
                        .anyMatch(name ->
                                found.getName().equals(name) || found.getName().startsWith(name + "$")));
    }

    private static DescribedPredicate<JavaClass> areNoPrimitives() {
        return DescribedPredicate.describe(
                "are no primitives", found -> !found.getBaseComponentType().isPrimitive());
    }

    private static DescribedPredicate<JavaAccess<?>> isAnyOf(String description, List<String> members) {
        return DescribedPredicate.describe(
                "is " + description,
                access -> members.contains(access.getTarget().getOwner().getName() + "."
                        + access.getTarget().getName()));
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheClock() {
        Set<String> clocks = Set.of(
                "java.time.Instant",
                "java.time.LocalDate",
                "java.time.LocalTime",
                "java.time.LocalDateTime",
                "java.time.ZonedDateTime",
                "java.time.OffsetDateTime");
        return DescribedPredicate.describe("reads the clock", access -> {
            String owner = access.getTarget().getOwner().getName();
            String name = access.getTarget().getName();
            boolean system =
                    owner.equals("java.lang.System") && (name.equals("nanoTime") || name.equals("currentTimeMillis"));
            boolean now = clocks.contains(owner) && name.equals("now");
            boolean clock = owner.equals(Clock.class.getName()) && name.startsWith("system");
            boolean date = owner.equals(Date.class.getName()) && isConstructorWithout(access);
            return system || now || clock || date;
        });
    }

    private static DescribedPredicate<JavaAccess<?>> sleepsOrDraws() {
        return DescribedPredicate.describe("sleeps or draws fresh randomness", access -> {
            String owner = access.getTarget().getOwner().getName();
            String name = access.getTarget().getName();
            boolean sleep = (owner.equals("java.lang.Thread") || owner.equals(TimeUnit.class.getName()))
                    && name.equals("sleep");
            boolean random = owner.equals(Random.class.getName()) && isConstructorWithout(access);
            boolean secure = owner.equals(SecureRandom.class.getName())
                    && (name.equals("<init>") || name.startsWith("getInstance"));
            boolean local = owner.equals(ThreadLocalRandom.class.getName()) && name.equals("current");
            boolean math = owner.equals("java.lang.Math") && name.equals("random");
            boolean unique = owner.equals(UUID.class.getName()) && name.equals("randomUUID");
            return sleep || random || secure || local || math || unique;
        });
    }

    private static boolean isConstructorWithout(JavaAccess<?> access) {
        return access instanceof JavaCall<?> call
                && call.getTarget().getName().equals("<init>")
                && call.getTarget().getRawParameterTypes().isEmpty();
    }

    /**
     * The static field that may change: it holds the call that a thread runs now. Code of the program has only its
     * thread by which to ask for that call.
     */
    private static final String CALL_OF_THREAD = "org.moide.engine.executor.BegunCall.CURRENT";

    private static ArchCondition<JavaField> neverChange() {
        return new ArchCondition<>("be final and of a type that does not change") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                if (field.getModifiers().contains(JavaModifier.SYNTHETIC)
                        || field.getFullName().equals(CALL_OF_THREAD)) {
                    return;
                }
                boolean fixed = field.getModifiers().contains(JavaModifier.FINAL);
                boolean changeable = isChangeable(field.getRawType());
                if (!fixed || changeable || isFilledConcurrently(field)) {
                    events.add(SimpleConditionEvent.violated(
                            field,
                            field.getFullName() + " is static and "
                                    + (fixed ? "of a type that changes" : "not final") + " in "
                                    + field.getSourceCodeLocation()));
                }
            }
        };
    }

    private static boolean isChangeable(JavaClass type) {
        boolean ours = type.getPackageName().startsWith("org.moide") && !type.isEnum();
        return type.getPackageName().equals("java.util.concurrent.atomic")
                || CHANGEABLE.stream().anyMatch(type::isAssignableTo)
                || (ours && type.getAllFields().stream().anyMatch(ArchitectureRules::isAssignedLater));
    }

    private static boolean isAssignedLater(JavaField field) {
        return !field.getModifiers().contains(JavaModifier.STATIC)
                && !field.getModifiers().contains(JavaModifier.FINAL);
    }

    /**
     * Returns whether a static Map or Collection is created as one that several threads may fill later, or that drops
     * entries.
     */
    private static boolean isFilledConcurrently(JavaField field) {
        if (!field.getRawType().isAssignableTo(Map.class) && !field.getRawType().isAssignableTo(Collection.class)) {
            return false;
        }
        return field.getOwner().getStaticInitializer().stream()
                .flatMap(initializer -> initializer.getConstructorCallsFromSelf().stream())
                .anyMatch(call -> call.getTargetOwner().getPackageName().startsWith("java.util.concurrent")
                        || call.getTargetOwner().isEquivalentTo(WeakHashMap.class));
    }
}
