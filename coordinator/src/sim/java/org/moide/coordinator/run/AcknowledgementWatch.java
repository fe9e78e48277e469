package org.moide.coordinator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.commlib.port.ObjectSpace;
import org.moide.coordinator.journal.JournalReader;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Posting;

/**
 * Checks that a coordinator acknowledges the return of a loan only after the journal's record of the return would
 * survive a power loss. At present an early acknowledgement would do no harm, since engines end together with their
 * coordinator, but it would be an error nevertheless.
 */
final class AcknowledgementWatch {
    private final SimulatedDisk disk;
    private final long before;
    private final Set<Long> acknowledged = new HashSet<>();
    private final ReturnCount count = new ReturnCount();
    private long written; // a lower bound

    private AcknowledgementWatch(SimulatedDisk disk) {
        this.disk = disk;
        this.before = isBegunAnew(disk) ? 0 : new ReturnCount().of(disk.written());
    }

    /**
     * Returns whether a coordinator was lost while {@code createTasks} ran. The journal then has to begin anew, and the
     * records in it do not count.
     */
    private static boolean isBegunAnew(SimulatedDisk disk) {
        try {
            return JournalReader.resume(SimulatedDisk.of(disk.written())).wholeBytes() == 0;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Returns an object space for a coordinator that calls engines through {@code space} and checks every call before.
     */
    static ObjectSpace around(ObjectSpace space, SimulatedDisk disk) {
        AcknowledgementWatch watch = new AcknowledgementWatch(disk);
        return (ObjectSpace) Proxy.newProxyInstance(
                ObjectSpace.class.getClassLoader(), new Class<?>[] {ObjectSpace.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(space, arguments);
                        return answer instanceof Engine engine ? watch.watched(engine) : answer;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private Engine watched(Engine engine) {
        return new Engine() {
            @Override
            public void post(Posting<EngineCommand> posting) {
                posting.messages().forEach(AcknowledgementWatch.this::look);
                engine.post(posting);
            }

            @Override
            public void deliver(List<Letter> letters) {
                engine.deliver(letters);
            }

            @Override
            public boolean runAlone(byte[] call) {
                return engine.runAlone(call);
            }
        };
    }

    private void look(EngineCommand command) {
        if (command instanceof EngineCommand.Loan loan
                && loan.letter().message() instanceof ReturnAccepted accepted
                && acknowledged.add(accepted.loan())) {
            if (acknowledged.size() > written) {
                written = count.of(disk.synced()) - before;
            }
            if (acknowledged.size() > written) {
                throw new IllegalStateException("expected acknowledgements of " + written
                        + " returns at most, which are on disk, found that of loan " + accepted.loan() + " beside "
                        + (acknowledged.size() - 1) + " others");
            }
        }
    }
}
