package org.moide.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test method that is a program of calls: it has a parameter of the type {@link org.moide.MoideExecutor},
 * submits calls to it, and checks what they return. The test runs the method once for each seed, with an executor whose
 * calls run on simulated engines. The engines, the balancing, calls that calls submit, and the recovery are the real
 * ones; network and time are simulated, in this JVM. The seed determines how long each call takes, the order of messages,
 * and when engines are killed and connections cut. So the same seed gives the same run again.
 * <pre>{@code
 * @SimulatedExecutor(engines = 3, kills = 2)
 * void shouldCountAll(MoideExecutor executor) throws Exception {
 *     assertThat(executor.submit(() -> count(1, 1_000)).get()).isEqualTo(168);
 * }
 * }</pre>
 *
 * <p>The test fails with the first seed for which the method throws. Then the run is made smaller as long as it still
 * fails, with fewer kills, cuts, engines and threads, and the message says how to repeat exactly that run. A call runs
 * again when its engine is lost; so it may run more than once, and each value is delivered once.
 *
 * <p>Each engine has a class loader of its own, as it would have its own JVM, and calls and values are serialized; what
 * the executor refuses on engines it refuses here. Only one thread runs at a time. {@code submit}, {@code execute},
 * {@code detach}, {@code invokeAll}, {@code map}, {@code reduce}, {@code share}, {@code best}, {@link
 * org.moide.CallOptions} and waiting in {@code get} are part of simulated time. What waits by the JDK's means is not:
 * locks, queues, {@code Thread.sleep}, and the futures of {@code start}. A test in which all threads wait like this
 * fails after 20 s. JUnit's callbacks before and after each test run once for all seeds.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(ClusterExtension.class)
public @interface SimulatedExecutor {
    /** The number of engines, from 1 on. The first is in the program's own process and is never killed. */
    int engines() default 3;

    /** The number of threads of each engine that run calls, from 1 on. */
    int threads() default 2;

    /** The number of seeds: 1 to this are run. {@code -Dmoide.test.seeds=10000} runs that many instead. */
    int seeds() default 100;

    /** The most engines that are killed, at any moment of the run; from 0 to 2, since a third loss ends a call. */
    int kills() default 0;

    /** The most times at which two engines are cut from each other for up to 5 s. No program should notice this. */
    int cuts() default 0;

    /**
     * The only run to make: a seed, or the description from the message of a failed test, such as {@code "17/2x1/0"}.
     * {@code -Dmoide.seed=17/2x1/0} does the same. The run is then not made smaller, and the message contains its log.
     */
    String seed() default "";
}
