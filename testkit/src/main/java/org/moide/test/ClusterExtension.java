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

/**
 * A JUnit extension that calls a test's method once for each simulated run, also for the smaller runs after a failure.
 */
final class ClusterExtension implements InvocationInterceptor, ParameterResolver {
    private static final String SEED = "moide.seed";

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == SimulatedOutcome.class;
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
        SimulatedCluster asked = AnnotationSupport.findAnnotation(method.getExecutable(), SimulatedCluster.class)
                .orElseThrow(() -> new IllegalStateException("expected a method with @SimulatedCluster"));
        Trials trials = new Trials(settingsOf(asked), outcome -> call(method, outcome));
        String seed = System.getProperty(SEED, asked.seed());
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
                Integer.getInteger("moide.test.seeds", asked.seeds()),
                asked.kills(),
                asked.cuts());
    }

    private static void call(ReflectiveInvocationContext<Method> invocation, SimulatedOutcome outcome) {
        Method method = invocation.getExecutable();
        List<@Nullable Object> arguments = new ArrayList<>(invocation.getArguments());
        for (int index = 0; index < method.getParameterCount(); index++) {
            if (method.getParameterTypes()[index] == SimulatedOutcome.class) {
                arguments.set(index, outcome);
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
