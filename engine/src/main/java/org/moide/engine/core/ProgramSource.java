package org.moide.engine.core;

import org.moide.engine.Program;

/** Makes application objects: a fresh one at each call. Called on compute threads. */
@FunctionalInterface
public interface ProgramSource {
    Program create() throws Exception;
}
