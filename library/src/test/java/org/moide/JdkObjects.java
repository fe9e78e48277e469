package org.moide;

import java.io.File;
import java.io.FilePermission;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.text.ChoiceFormat;
import java.text.DateFormatSymbols;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** Serializable objects of the JDK of many kinds: those that may travel, and those that may not. */
final class JdkObjects {
    private JdkObjects() {}

    /** An interface of which a proxy is made whose handler is the program's. */
    record Answers(int answer) implements java.lang.reflect.InvocationHandler, Serializable {
        @Override
        public Object invoke(Object self, java.lang.reflect.Method method, Object[] arguments) {
            return method.getReturnType() == int.class ? answer : "a proxy";
        }
    }

    /** What travels, each as it was sent. */
    static List<Serializable> sent() throws Exception {
        TreeMap<String, Integer> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.put("A", 1);
        TreeSet<File> files = new TreeSet<>(List.of(new File("b"), new File("a")));
        return new ArrayList<>(List.of(
                new File("x"),
                URI.create("http://x/y?z"),
                InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                InetSocketAddress.createUnresolved("nowhere.invalid", 7),
                new GregorianCalendar(2020, Calendar.MAY, 4),
                Calendar.getInstance(Locale.forLanguageTag("th-TH-u-ca-buddhist")),
                TimeZone.getTimeZone("Europe/Berlin"),
                new SimpleTimeZone(3_600_000, "here"),
                new DecimalFormat("0.0"),
                NumberFormat.getCurrencyInstance(Locale.GERMANY),
                new SimpleDateFormat("yyyy", Locale.ROOT),
                new MessageFormat("{0} of {1}", Locale.ROOT),
                new ChoiceFormat("0#none|1#one"),
                DateFormatSymbols.getInstance(Locale.ROOT),
                new java.sql.Timestamp(1),
                new java.sql.Date(1),
                new java.sql.Time(1),
                new java.awt.Point(1, 2),
                new java.awt.Rectangle(1, 2, 3, 4),
                new java.awt.Color(1, 2, 3),
                new java.awt.geom.Point2D.Double(1, 2),
                new java.awt.geom.AffineTransform(),
                new javax.xml.namespace.QName("a", "b"),
                WeekFields.ISO,
                ZoneId.of("Europe/Berlin").getRules(),
                EnumSet.of(ChronoUnit.DAYS),
                new EnumMap<>(Map.of(DayOfWeek.MONDAY, 1)),
                StandardOpenOption.READ,
                Thread.State.NEW,
                anyCase,
                files,
                Runnable.class,
                java.util.function.Function.class,
                (Serializable) Comparator.<String>naturalOrder().reversed(),
                new LinkedBlockingQueue<>(List.of(1)).toArray(),
                new ConcurrentHashMap<>(Map.of(new File("k"), URI.create("v"))),
                new File[][] {{new File("in an array")}},
                (Serializable) Proxy.newProxyInstance(
                        JdkObjects.class.getClassLoader(),
                        new Class<?>[] {java.util.function.IntSupplier.class, Serializable.class},
                        new Answers(42)),
                new java.sql.SQLException("out of tables", "42", 7)));
    }

    /** What does not, by the class that is named. */
    static Map<Serializable, String> refused() throws Exception {
        Map<Serializable, String> all = new java.util.IdentityHashMap<>();
        all.put(new URL("http://localhost/"), "java.net.URL");
        all.put(InetAddress.getByName("::1"), "java.net.Inet6Address");
        all.put(new SecureRandom(), "java.security.SecureRandom");
        all.put(new FilePermission("/x", "read"), "java.io.FilePermission");
        all.put(new java.util.EventObject("source"), "java.util.EventObject");
        all.put(java.util.logging.Level.INFO, "java.util.logging.Level");
        all.put(new java.util.logging.LogRecord(java.util.logging.Level.INFO, "x"), "java.util.logging.LogRecord");
        all.put(new java.beans.PropertyChangeSupport("x"), "java.beans.PropertyChangeSupport");
        all.put(new ArrayList<>(List.of(Map.of("deep", new URL("http://localhost/")))), "java.net.URL");
        all.put(new URL[0], "java.net.URL");
        all.put(
                (Serializable) Runnable.class.getAnnotation(FunctionalInterface.class),
                "sun.reflect.annotation.AnnotationInvocationHandler");
        return all;
    }
}
