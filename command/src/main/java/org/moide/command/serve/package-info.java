/**
 * What a program that uses MOIDE as a library and the JVM that runs applications for it say to each other: bounded frames over
 * the child's standard input and output, and no object streams.
 */
@NullMarked
package org.moide.command.serve;

import org.jspecify.annotations.NullMarked;
