package org.moide.coordinator.control;

import java.util.List;
import java.util.Objects;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.coordinator.plan.DaemonAddress;

/** A change of a run's engines, wished by the user or by the run itself. */
public sealed interface ChangeOrder extends ExtensibleRecord {
    /** Returns the name of the change in reports and for the user. */
    String kind();

    /** Returns the command that gives this order. */
    default String command() {
        return kind();
    }

    /**
     * Returns the daemons where engines are to be made. Empty if no engine is to be made, or if any host of the run
     * will do.
     */
    default List<DaemonAddress> hosts() {
        return List.of();
    }

    /** Returns whether the change alters the number of engines. */
    default boolean resizes() {
        return false;
    }

    /**
     * One more engine at each of these daemons. If none is named, one more on this machine, where the run must have its
     * engines.
     */
    record Expand(List<DaemonAddress> hosts) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Expand {
            hosts = List.copyOf(hosts);
        }

        @Override
        public String kind() {
            return "expand";
        }

        @Override
        public boolean resizes() {
            return true;
        }

        @Override
        public void handle(EngineHandler by) {
            by.expand(this);
        }
    }

    /**
     * An assistant for an engine at each of these daemons. If none is named, one assistant on any host of the run that
     * suits.
     *
     * @param engine the engine that has too much to do
     */
    record Assist(int engine, List<DaemonAddress> hosts) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Assist {
            hosts = List.copyOf(hosts);
            if (engine < 0) {
                throw new IllegalArgumentException("expected an engine from 0 on, found " + engine);
            }
        }

        @Override
        public String kind() {
            return "assist";
        }

        @Override
        public boolean resizes() {
            return true;
        }

        @Override
        public String command() {
            return "expand";
        }

        @Override
        public void handle(EngineHandler by) {
            by.assist(this);
        }
    }

    /**
     * Another engine in the place of one.
     *
     * @param engine the engine that is replaced
     * @param hosts the daemon where the other will be; if none is named, any host of the run that suits
     */
    record Replace(int engine, List<DaemonAddress> hosts) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Replace {
            hosts = List.copyOf(hosts);
            if (engine < 0 || hosts.size() > 1) {
                throw new IllegalArgumentException(
                        "expected an engine from 0 on and a host at the most, found " + engine + " and " + hosts);
            }
        }

        @Override
        public String kind() {
            return "replace";
        }

        @Override
        public void handle(EngineHandler by) {
            by.replace(this);
        }
    }

    /** The wish that engines leave, because the daemon that started them is about to end. */
    record Leave(List<Integer> engines) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Leave {
            engines = List.copyOf(engines);
        }

        @Override
        public String kind() {
            return "drain";
        }

        @Override
        public void handle(EngineHandler by) {
            by.leave(this);
        }
    }

    /**
     * One engine gives back what it has and leaves, and no other takes its place.
     *
     * @param engine the engine that leaves
     */
    record Shrink(int engine) implements OfEngines {
        private static final long serialVersionUID = 1L;

        public Shrink {
            if (engine < 0) {
                throw new IllegalArgumentException("expected an engine from 0 on, found " + engine);
            }
        }

        @Override
        public String kind() {
            return "shrink";
        }

        @Override
        public boolean resizes() {
            return true;
        }

        @Override
        public void handle(EngineHandler by) {
            by.shrink(this);
        }
    }

    /**
     * All engines on a host give back what they have and leave.
     *
     * @param host the host's name, or the daemon's address, as {@code status} shows it
     */
    record Drain(String host) implements ChangeOrder {
        private static final long serialVersionUID = 1L;

        public Drain {
            Objects.requireNonNull(host, "host");
        }

        @Override
        public String kind() {
            return "drain";
        }

        @Override
        public void handle(Handler by) {
            by.drain(this);
        }
    }

    /** An order about engines, which each kind of program carries out in its own way. */
    sealed interface OfEngines extends ChangeOrder {
        @Override
        default void handle(Handler by) {
            by.ofEngines(this);
        }

        /** Calls the handler's method for its kind. */
        void handle(EngineHandler by);
    }

    /** Calls the handler's method for its kind. */
    void handle(Handler by);

    /**
     * A method for each kind of order about hosts, and one for all orders about engines. Code that forgets a kind does
     * not compile.
     */
    interface Handler {
        void drain(Drain drain);

        void ofEngines(OfEngines order);
    }

    /** A method for each kind of order about engines. Code that forgets a kind does not compile. */
    interface EngineHandler {
        void expand(Expand expand);

        void assist(Assist assist);

        void replace(Replace replace);

        void leave(Leave leave);

        void shrink(Shrink shrink);
    }
}
