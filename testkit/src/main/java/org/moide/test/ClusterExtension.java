package org.moide.test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.moide.MoideExecutor;

/**
 * A JUnit extension that calls a test's method once for each simulated run, also for the smaller runs after a failure.
 */
final class ClusterExtension implements InvocationInterceptor, ParameterResolver {
    private static final String SEED = "moide.seed";

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == wanted(test.getRequiredTestMethod());
    }

    /** Returns the type of the argument that a test's method gets anew for each run. */
    private static Class<?> wanted(Method method) {
        return AnnotationSupport.isAnnotated(method, SimulatedExecutor.class)
                ? MoideExecutor.class
                : SimulatedOutcome.class;
    }

    /** Returns null: JUnit needs an argument before any run is simulated. */
    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return null;
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext test) {
        invocation.skip();
        SimulatedExecutor ofCalls = AnnotationSupport.findAnnotation(method.getExecutable(), SimulatedExecutor.class)
                .orElse(null);
        if (ofCalls != null) {
            play(new Trials(settingsOf(ofCalls, method), anything -> {}), ofCalls.seed());
            return;
        }
        SimulatedCluster asked = AnnotationSupport.findAnnotation(method.getExecutable(), SimulatedCluster.class)
                .orElseThrow(() -> new IllegalStateException("expected a method with @SimulatedCluster"));
        play(new Trials(settingsOf(asked), outcome -> call(method, outcome)), asked.seed());
    }

    private static void play(Trials trials, String asked) {
        String seed = System.getProperty(SEED, asked);
        if (seed.isEmpty()) {
            trials.playAll();
        } else {
            trials.playAgain(Replay.parse(seed));
        }
    }

    private static ClusterSettings settingsOf(SimulatedCluster asked) {
        return new ClusterSettings(
                asked.application().getName(),
                List.of(asked.arguments()),
                asked.engines(),
                asked.threads(),
                seeds(asked.seeds()),
                asked.kills(),
                asked.cuts());
    }

    private static ClusterSettings settingsOf(SimulatedExecutor asked, ReflectiveInvocationContext<Method> method) {
        Class<?> test = method.getTargetClass();
        return new ClusterSettings(
                test.getName() + "#" + method.getExecutable().getName(),
                List.of(),
                asked.engines(),
                asked.threads(),
                seeds(asked.seeds()),
                asked.kills(),
                asked.cuts(),
                new CallsProgram(test, executor -> call(method, executor)));
    }

    private static int seeds(int asked) {
        return Integer.getInteger("moide.test.seeds", asked);
    }

    /** Calls the test's method with this in place of the argument of its type. */
    private static void call(ReflectiveInvocationContext<Method> invocation, Object argument) {
        Method method = invocation.getExecutable();
        List<@Nullable Object> arguments = new ArrayList<>(invocation.getArguments());
        for (int index = 0; index < method.getParameterCount(); index++) {
            if (method.getParameterTypes()[index] == wanted(method)) {
                arguments.set(index, argument);
            }
        }
        try {
            method.setAccessible(true);
            method.invoke(invocation.getTarget().orElse(null), arguments.toArray());
        } catch (InvocationTargetException thrown) {
            rethrow(Objects.requireNonNullElse(thrown.getCause(), thrown));
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("cannot call " + method, impossible);
        }
    }

    private static void rethrow(Throwable thrown) {
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw new AssertionError(thrown.toString(), thrown);
    }
}
