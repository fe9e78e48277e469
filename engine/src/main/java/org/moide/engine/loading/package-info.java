/**
 * An application's jars and classes: a cache of jars, a class loader that isolates each application, and codecs for its
 * objects.
 *
 * <p>{@code JarCache} owns a folder in which a file's name is the SHA-256 of its bytes. Several daemons may share it;
 * damaged and unfinished files are removed. {@code ApplicationLoader} sees the Java platform, the application API, its
 * own jars, and the classes that calls bring ({@code learn}). {@code ApplicationCodec} encodes and decodes objects with
 * a filter. It runs the application's code, so only compute threads and the coordinator's results thread call it. Plain
 * values and lambdas have a short encoding ({@code PlainValues}, {@code PlainLambdas}). {@code ProgramCodec} is the
 * counterpart in the JVM of a program that uses an executor.
 */
@NullMarked
package org.moide.engine.loading;

import org.jspecify.annotations.NullMarked;
