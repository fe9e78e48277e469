package org.moide.engine.core;

import org.moide.engine.Program;

/** Creates application objects, a new one at each call. Called on compute threads. */
@FunctionalInterface
public interface ProgramSource {
    Program create() throws Exception;
}
