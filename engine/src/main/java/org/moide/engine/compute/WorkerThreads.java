package org.moide.engine.compute;

import java.nio.file.Path;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.Signal;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.checkpoint.EpochCheckpoints;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.WorkerSettings;
import org.moide.engine.worker.Surroundings;
import org.moide.engine.worker.WorkerEngine;
import org.moide.engine.worker.WorkerPorts;

/** Gives an engine's workers what they need of its compute threads. Any thread. */
final class WorkerThreads {
    private WorkerThreads() {}

    static WorkerEngine<?, ?, ?> of(
            WorkerApplication<?, ?, ?> application,
            WorkerSettings settings,
            EngineView engine,
            EngineComm comm,
            EpochCheckpoints checkpoints,
            SharedObjects shared,
            ComputeThreads.Listener listener,
            Interrupts interrupts,
            Signal.Factory controlSignals,
            ThreadFactory factory) {
        WorkerPorts ports = new WorkerPorts(
                engine.engine(),
                engine.registration(),
                engine.powers(),
                engine.codec(),
                engine.ticker(),
                comm.way(WorkerEngine.TAG),
                controlSignals,
                factory,
                new Wishes(checkpoints),
                new Waits(interrupts),
                settings);
        Voice voice = new Voice(utterance -> listener.said(engine.idOf(0), EngineReport.Said.UNNUMBERED, utterance));
        return new WorkerEngine<>(application, ports, new Around(engine, shared, voice));
    }

    private record Wishes(EpochCheckpoints checkpoints) implements WorkerPorts.SafePoints {
        @Override
        public boolean isLeaveWanted() {
            return checkpoints.isLeaveWanted();
        }

        @Override
        public boolean isDue() {
            return checkpoints.pace().isDue();
        }
    }

    private record Waits(Interrupts interrupts) implements WorkerPorts.Waits {
        @Override
        public void await(Signal signal, BooleanSupplier condition, long limitNanos) throws InterruptedException {
            interrupts.await(() -> signal.await(condition, limitNanos));
        }

        @Override
        public boolean areOver() {
            return interrupts.areOver();
        }
    }

    private record Around(EngineView engine, SharedObjects objects, Report report) implements Surroundings {
        @Override
        public Arguments arguments() {
            return engine.arguments();
        }

        @Override
        public Path file(String name) {
            return engine.files().path(name);
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            return objects.get(name, type);
        }
    }
}
