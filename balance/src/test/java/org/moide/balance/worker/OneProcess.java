package org.moide.balance.worker;

import java.util.List;

/** Makes a worker table without other processes, for tests within one process. */
public final class OneProcess {
    private OneProcess() {}

    public static WorkerTable with(Declarations declarations) {
        return new WorkerTable(
                0,
                declarations,
                new InitialPlaces(declarations, List.of(1.0)),
                new Directory(declarations),
                bytes -> () -> bytes,
                new Outlet());
    }

    private static final class Outlet implements WorkerOutlet {
        @Override
        public boolean toProcess(int to, WorkerMessage message) {
            throw new IllegalStateException("there is no other");
        }

        @Override
        public void runnable() {}

        @Override
        public void hopeless(String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void answered(WorkerMessage.Answer answer) {}
    }
}
