package org.moide.coordinator.control;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.moide.coordinator.plan.DaemonAddress;

/** What is to be changed about a run's engines, by the user's wish or by itself. */
public sealed interface ChangeOrder extends Serializable {
    /** What it is called in reports and to the user. */
    String kind();

    /** The command that gives it. */
    default String command() {
        return kind();
    }

    /** The daemons where engines are to be made; empty if none are, or on whichever host of the run suits. */
    default List<DaemonAddress> hosts() {
        return List.of();
    }

    /** Whether there will be another number of engines. */
    default boolean resizes() {
        return false;
    }

    /** One engine more at each of these daemons; none named: one more on this machine, if the run has its engines here. */
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
     * An assistant for an engine at each of these daemons; none named: one, on whichever host of the run suits.
     *
     * @param engine which has too much to do
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
     * @param engine which
     * @param hosts the daemon where the other will be; none named: whichever host of the run suits
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

    /** Of the daemon that these engines have come from: it is about to end, and they should leave. */
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
     * One engine gives back what it has and leaves, and nobody takes its place.
     *
     * @param engine which
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

    /** About engines, which each kind of program changes in its way. */
    sealed interface OfEngines extends ChangeOrder {
        @Override
        default void handle(Handler by) {
            by.ofEngines(this);
        }

        /** Calls the method for its kind. */
        void handle(EngineHandler by);
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What is done with each kind of order about hosts, and with all about engines. A kind that nobody thinks of does not compile. */
    interface Handler {
        void drain(Drain drain);

        void ofEngines(OfEngines order);
    }

    /** What is done with each kind of order about engines. A kind that nobody thinks of does not compile. */
    interface EngineHandler {
        void expand(Expand expand);

        void assist(Assist assist);

        void replace(Replace replace);

        void leave(Leave leave);

        void shrink(Shrink shrink);
    }
}
