package org.moide.test;

import java.util.function.Consumer;
import org.moide.MoideExecutor;

/**
 * A program of calls: a test's method.
 *
 * @param test the class in which it is written
 * @param body calls the method; throws what the method throws
 */
record CallsProgram(Class<?> test, Consumer<MoideExecutor> body) {}
