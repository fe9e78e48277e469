package org.moide.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.moide.engine.Program;

/**
 * Marks a test method. The test runs an application in a simulated cluster, once for each seed, and calls the method
 * after each run to check the outcome. The engines, the messages between them, the balancing and the recovery are the
 * real ones; network and time are simulated, in this JVM. The seed determines how long each call takes, the order of
 * messages, and when engines are killed and connections cut. So the same seed gives the same run again.
 * <pre>{@code
 * @SimulatedCluster(application = Primes.class, arguments = {"--blocks", "20"}, engines = 4, kills = 2)
 * void shouldFindAllPrimes(SimulatedOutcome outcome) {
 *     assertThat(outcome.result("primes")).isEqualTo(1_229L);
 * }
 * }</pre>
 *
 * <p>The test fails with the first seed for which the application throws, waits for an event that cannot come, or the
 * method throws. Then the run is made smaller as long as it still fails, with fewer kills, cuts, engines and threads.
 * The message says how to repeat exactly that run. So the method's expectations should not depend on the numbers of
 * engines and threads, or should read them from {@link SimulatedOutcome#engines} and {@link SimulatedOutcome#threads}.
 *
 * <p>Each engine has a class loader of its own, as it would have its own JVM, and its messages are serialized. Only
 * one thread runs at a time. An application that waits by other means (locks, queues, {@code Thread.sleep}) cannot be
 * tested in this way: such a wait is not part of simulated time, and a test in which all threads wait like this fails
 * after 20 s. JUnit's callbacks before and after each test run once for all seeds.
 *
 * <p>If the method has no parameter of the type {@link SimulatedOutcome}, only the application's own end is checked.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(ClusterExtension.class)
public @interface SimulatedCluster {
    /**
     * The application to run: as for {@code moide run}, a public class with a public constructor without parameters.
     */
    Class<? extends Program> application();

    /** The application's arguments, as after its name on the command line. */
    String[] arguments() default {};

    /** The number of engines, from 1 on. The first is the coordinator's own and is never killed. */
    int engines() default 3;

    /** The number of compute threads of each engine, from 1 on. */
    int threads() default 2;

    /**
     * The number of seeds: 1 to this are run. {@code -Dmoide.test.seeds=10000} runs that many instead. If no run so
     * far could survive its losses, up to four more seeds follow.
     */
    int seeds() default 100;

    /**
     * The most engines that are killed, at any moment of the run; the seed determines how many. An application whose
     * threads communicate with each other survives a kill only if it calls {@link
     * org.moide.engine.ComputeThread#restore}.
     */
    int kills() default 0;

    /** The most times at which two engines are cut from each other for up to 5 s. No application should notice this. */
    int cuts() default 0;

    /**
     * The only run to make: a seed, or the description from the message of a failed test, such as {@code "17/2x1/0"}.
     * {@code -Dmoide.seed=17/2x1/0} does the same. The run is then not made smaller, and the message contains its log.
     */
    String seed() default "";
}
