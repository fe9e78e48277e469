/**
 * An application's jars and classes: the cache that holds them, the loader that keeps them apart, the codec for its
 * objects.
 *
 * <p>{@code JarCache} owns a folder in which a file's name is the SHA-256 of its bytes; several daemons may share
 * it; whole files stay there, damaged and unfinished ones are removed.
 * {@code ApplicationLoader} sees the Java platform, the application API, its own jars, and the classes that calls bring
 * ({@code learn}). {@code ApplicationCodec} turns objects into bytes and back, with a filter, and runs the
 * application's code for that: so only compute threads, and the coordinator's results thread, call it. Plain values and
 * lambdas have a short form ({@code PlainValues}, {@code PlainLambdas}). {@code ProgramCodec} is the other end, in the
 * JVM of a program that has calls run elsewhere.
 */
@NullMarked
package org.moide.engine.loading;

import org.jspecify.annotations.NullMarked;
