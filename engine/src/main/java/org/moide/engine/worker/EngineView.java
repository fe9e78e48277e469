package org.moide.engine.worker;

import java.io.Serializable;
import java.nio.file.Path;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.WorkerContext;

/** What a handler sees of what is around its worker: the same for all of an engine. */
abstract class EngineView<S extends Serializable, T extends Serializable> implements WorkerContext<S, T> {
    final Workplace engine;

    EngineView(Workplace engine) {
        this.engine = engine;
    }

    @Override
    public final int engine() {
        return engine.number();
    }

    @Override
    public final int engines() {
        return engine.count();
    }

    @Override
    public final Arguments arguments() {
        return engine.surroundings().arguments();
    }

    @Override
    public final Path file(String name) {
        return engine.surroundings().file(name);
    }

    @Override
    public final <V> V shared(String name, Class<V> type) {
        return engine.surroundings().shared(name, type);
    }

    @Override
    public final Report report() {
        return engine.surroundings().report();
    }
}
