package org.moide.engine.loading;

import java.io.Serializable;
import java.lang.reflect.Member;
import java.net.InetAddress;
import java.net.URL;
import java.nio.Buffer;
import java.nio.file.Path;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Deque;
import java.util.Enumeration;
import java.util.EventObject;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/** Gives the user advice about an object that is not {@link Serializable}, such as what to send instead. */
final class Unsendable {
    /** Advice for classes of the JDK. The first entry applies whose type is the object's class or a supertype of it. */
    private static final List<Map.Entry<Class<?>, String>> OF_THE_JDK = List.of(
            Map.entry(SortedSet.class, "copy it: new TreeSet<>(…)"),
            Map.entry(Set.class, "copy it: new LinkedHashSet<>(…)"),
            Map.entry(List.class, "copy it: new ArrayList<>(…)"),
            Map.entry(Deque.class, "copy it: new ArrayDeque<>(…)"),
            Map.entry(Queue.class, "copy it: new ArrayDeque<>(…)"),
            Map.entry(Collection.class, "copy it: new ArrayList<>(…)"),
            Map.entry(SortedMap.class, "copy it: new TreeMap<>(…)"),
            Map.entry(Map.class, "copy it: new LinkedHashMap<>(…)"),
            Map.entry(Map.Entry.class, "copy it: new AbstractMap.SimpleEntry<>(…)"),
            Map.entry(Optional.class, "send its value, or null: orElse(null)"),
            Map.entry(OptionalInt.class, "send its value: getAsInt()"),
            Map.entry(OptionalLong.class, "send its value: getAsLong()"),
            Map.entry(OptionalDouble.class, "send its value: getAsDouble()"),
            Map.entry(BaseStream.class, "send its elements: toArray()"),
            Map.entry(Executor.class, "make it in the call"),
            Map.entry(AutoCloseable.class, "open it in the call"),
            Map.entry(Iterator.class, "send a list of its elements"),
            Map.entry(Enumeration.class, "send a list of its elements: Collections.list(…)"),
            Map.entry(Spliterator.class, "send a list of its elements"),
            Map.entry(Path.class, "send its text, toString(), and make it again in the call: Path.of(…)"),
            Map.entry(Buffer.class, "send an array with its elements"),
            Map.entry(CharSequence.class, "send its text: toString()"),
            Map.entry(Matcher.class, "send the pattern and the text, and match in the call"),
            Map.entry(DateTimeFormatter.class, "make it in the call, or keep it in a static field"),
            Map.entry(SplittableRandom.class, "send a seed, and make it in the call"),
            Map.entry(URL.class, "send a URI, toURI(), and make the URL in the call: toURL()"),
            Map.entry(InetAddress.class, "send its text, getHostAddress(), and make it again in the call"),
            Map.entry(EventObject.class, "send what you need of it"),
            Map.entry(Lock.class, "it holds back nobody in another JVM: let each call return what it found"),
            Map.entry(ReadWriteLock.class, "it holds back nobody in another JVM: let each call return what it found"),
            Map.entry(Semaphore.class, "it holds back nobody in another JVM: give the executor fewer threads"),
            Map.entry(CountDownLatch.class, "it wakes nobody in another JVM: ask the futures of calls instead"),
            Map.entry(CyclicBarrier.class, "it wakes nobody in another JVM: ask the futures of calls instead"),
            Map.entry(Phaser.class, "it wakes nobody in another JVM: ask the futures of calls instead"),
            Map.entry(Exchanger.class, "it reaches nobody in another JVM: let a call return what another one needs"),
            Map.entry(Thread.class, "a call has a thread of its own: Thread.currentThread()"),
            Map.entry(Member.class, "send its name, and look it up in the call"),
            Map.entry(Collector.class, "make it in the call"),
            Map.entry(Future.class, "send its value: get()"),
            Map.entry(Callable.class, "send a callable of your own, such as a lambda or a SerializableCallable"),
            Map.entry(Runnable.class, "send a runnable of your own, such as a lambda or a SerializableRunnable"));

    private static final Map<Class<?>, String> OURS = Map.of(
            Callable.class, "SerializableCallable",
            Runnable.class, "SerializableRunnable",
            BinaryOperator.class, "SerializableBinaryOperator",
            Function.class, "SerializableFunction");

    private Unsendable() {}

    /**
     * Returns advice about an object of a class that cannot be sent, as text that follows "is not Serializable; ".
     *
     * @param type the object's class; null if it is unknown
     * @param inField whether a field or variable refers to the object, so that it could be excluded
     */
    static String advice(@Nullable Class<?> type, boolean inField) {
        String advice = "let it implement java.io.Serializable";
        if (type != null) {
            advice = isOfTheJdk(type) || Future.class.isAssignableFrom(type) ? ofTheJdk(type) : ofOthers(type);
        }
        return advice + (inField ? ", or make that field transient" : "");
    }

    private static String ofOthers(Class<?> type) {
        String kind = serializableKind(type);
        if (isLambda(type)) {
            String as = type.getInterfaces()[0].getSimpleName();
            return (kind == null ? "" : "declare it as a " + kind + ", or ") + "cast it, as in (" + as
                    + " & Serializable)";
        }
        if (type.isAnonymousClass()) {
            return (kind == null ? "" : "make it a lambda or an anonymous " + kind + ", or ")
                    + "write a class that implements java.io.Serializable";
        }
        String copy = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
                ? ", or " + ofTheJdk(type)
                : "";
        return "let it implement " + (kind == null ? "java.io.Serializable" : kind) + copy;
    }

    private static @Nullable String serializableKind(Class<?> type) {
        return OURS.entrySet().stream()
                .filter(one -> one.getKey().isAssignableFrom(type))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static String ofTheJdk(Class<?> type) {
        if (isLambda(type)) {
            return "write a lambda of your own in its place";
        }
        if (type == Object.class) {
            return "use an object that is, such as new byte[0]";
        }
        if (Set.class.isAssignableFrom(type) && type.getSimpleName().contains("Entry")) {
            return "copy its map: new LinkedHashMap<>(…)"; // entries of a map are not serializable
        }
        return OF_THE_JDK.stream()
                .filter(one -> one.getKey().isAssignableFrom(type))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("make it in the call, or keep it in a static field");
    }

    /** Returns whether a lambda expression or method reference made objects of this class. */
    static boolean isLambda(Class<?> type) {
        return type.isSynthetic() && type.getName().contains("$$Lambda");
    }

    /**
     * Returns a class's name for the user. For a lambda's class, it names the class whose source contains the lambda;
     * for futures that MOIDE makes, the interface that the user knows.
     */
    static String name(Class<?> type) {
        if (Future.class.isAssignableFrom(type) && type.getName().startsWith("org.moide.")) {
            return Future.class.getName();
        }
        String name = type.getName();
        return isLambda(type) ? "lambda of " + name.substring(0, name.indexOf("$$Lambda")) : name;
    }

    static boolean isOfTheJdk(Class<?> type) {
        ClassLoader from = type.getClassLoader();
        return from == null || from == ClassLoader.getPlatformClassLoader();
    }
}
