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
 * A test that runs an application in a simulated cluster, once for each seed, and then its method, which looks at what came
 * out. The engines, the messages between them, the balancing and the recovery are the real ones; network and time are
 * simulated, in this JVM. From the seed follow how long each call takes, what overtakes what, and when engines are killed and
 * connections cut, so that the same seed gives the same run again.
 *
 * <pre>{@code
 * @SimulatedCluster(application = Primes.class, arguments = {"--blocks", "20"}, engines = 4, kills = 2)
 * void shouldFindAllPrimes(SimulatedOutcome outcome) {
 *     assertThat(outcome.result("primes")).isEqualTo(1_229L);
 * }
 * }</pre>
 *
 * <p>The test fails with the first seed with which the application throws, waits for what cannot come, or the method throws.
 * Then the run is made smaller for as long as it still fails, with fewer kills, cuts, engines and threads; the message says
 * how to play just that one again. What the method expects should therefore not depend on how many engines and threads there
 * are, or ask {@link SimulatedOutcome#engines} and {@link SimulatedOutcome#threads}.
 *
 * <p>Each engine has a class loader of its own, as it would have a JVM, and what it sends is serialized. Only one thread runs at
 * a time. An application that waits by means of its own (locks, queues, {@code Thread.sleep}) is not for this: such a wait is
 * no part of simulated time, and a test in which all wait like this fails after 20 s. JUnit's callbacks before and after each
 * test run once for all seeds.
 *
 * <p>In a method without a parameter of the type {@link SimulatedOutcome} only the application's own end is looked at.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(ClusterExtension.class)
public @interface SimulatedCluster {
    /**
     * The application that runs: as for {@code moide run}, a public class with a public constructor without parameters.
     */
    Class<? extends Program> application();

    /** The words after its name on the command line. */
    String[] arguments() default {};

    /** The number of engines, from 1 on; the first is the coordinator's own and is never killed. */
    int engines() default 3;

    /** Compute threads of each engine, from 1 on. */
    int threads() default 2;

    /**
     * Seeds 1 to this are played; {@code -Dmoide.test.seeds=10000} plays so many instead. Up to four more follow as
     * long as in each more was lost than can be survived.
     */
    int seeds() default 100;

    /**
     * The most engines that are killed, at any moment of the run; a seed draws how many. An application whose threads
     * talk to each other only survives this if it calls {@link org.moide.engine.ComputeThread#restore}.
     */
    int kills() default 0;

    /** The most times at which two engines do not hear each other for up to 5 s. No application should notice. */
    int cuts() default 0;

    /**
     * Plays this one alone: a seed, or what the message of a failed test said, such as {@code "17/2x1/0"}. So does {@code
     * -Dmoide.seed=17/2x1/0}. Nothing is made smaller then, and the message tells the run as a log.
     */
    String seed() default "";
}
