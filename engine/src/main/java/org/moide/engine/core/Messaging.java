package org.moide.engine.core;

import java.util.function.Consumer;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.SpreadCommands;

/**
 * Opens the connections of an engine: messages to and from the other engines, for each epoch, and the coordinator's
 * commands. Any thread.
 */
final class Messaging {
    private final EngineSetup setup;
    private final EnginePorts ports;

    Messaging(EngineSetup setup, EnginePorts ports) {
        this.setup = setup;
        this.ports = ports;
    }

    /**
     * Opens the receiver of the coordinator's commands.
     *
     * @param inFull takes each complete command; must not block
     * @param whenLost called once with the reason if a command cannot be completed
     */
    SpreadCommands commands(Consumer<EngineCommand> inFull, Consumer<String> whenLost) {
        return new SpreadCommands(
                new SpreadCommands.Home(setup.runId(), setup.engine(), setup.coordinator()),
                ports.space(),
                ports.timing(),
                ports.around(),
                inFull,
                why -> whenLost.accept("what all engines were told cannot be had: " + why));
    }

    /**
     * Opens the messages of an epoch. Other engines can reach this engine when the method has returned.
     *
     * @param engine this engine's number in the registration
     */
    EngineComm open(Registration registration, int engine, Tuning collectives, FaultHandler faults) {
        long epoch = registration.epoch();
        EngineComm comm = new EngineComm(
                registration,
                engine,
                other -> ports.space()
                        .proxy(
                                node(registration, other),
                                MessagePort.class,
                                name(other, epoch),
                                ports.timing().bulk()),
                // A handshake takes a millisecond. Until it is complete, or if it fails, messages are sent by remote
                // calls.
                other -> ports.space()
                        .connect(
                                node(registration, other),
                                name(other, epoch),
                                ports.timing().call()),
                new CommPorts(
                        new Surroundings(
                                ports.around().ticker(),
                                ports.computeSignals(),
                                ports.around().threads(),
                                faults),
                        ports.codec(),
                        CommLimits.DEFAULT.withTuning(collectives),
                        ports.traces(),
                        ports.space().memory()));
        String own = name(engine, epoch);
        ports.space().acceptConnections(own, comm::accept);
        ports.space().export(MessagePort.class, own, comm.inbound());
        return comm;
    }

    /**
     * Refuses further connections for an epoch. Calls are still answered, so that other engines learn that the epoch is
     * over.
     */
    void close(int engine, long epoch) {
        ports.space().declineConnections(name(engine, epoch));
    }

    private static NodeReference node(Registration registration, int engine) {
        return registration.engines().get(engine).node();
    }

    private String name(int engine, long epoch) {
        return EngineSetup.messagesName(setup.runId(), engine, epoch);
    }
}
