package org.moide.coordinator.run.spread;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.run.state.RunAct;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.KeptSheets;
import org.moide.engine.control.Posting;
import org.moide.engine.control.Sheet;
import org.moide.engine.control.Sheets;

/**
 * Replaces a long command that goes to very many engines by a short one. Most engines then fetch the rest from another
 * engine, and only a few from the coordinator. Thread-safe, guarded by this object.
 */
public final class Spreading {
    private final ObjectSpace space;
    private final String name;
    private final TreeShape shape;
    private final KeptSheets kept = new KeptSheets();
    private final Map<Integer, NodeReference> nodes = new HashMap<>(); // by seat

    /** A command, and the engines to which it goes. */
    private static final class Told {
        private final EngineCommand first;
        private final List<RunAct.Tell> tells = new ArrayList<>();

        Told(EngineCommand first) {
            this.first = first;
        }

        /**
         * Returns whether another command is the same as this one, apart from its receiver. Commands that the core
         * returns in one step share their tables, so this takes little time even if they are long.
         */
        boolean isLike(EngineCommand other) {
            if (first instanceof EngineCommand.Register one && other instanceof EngineCommand.Register another) {
                return one.registration().equals(another.registration())
                        && one.processes().numbers().equals(another.processes().numbers())
                        && one.powers().equals(another.powers())
                        && one.collectives().equals(another.collectives());
            }
            return first.equals(other);
        }
    }

    /** Creates the object for a run. No command is exported yet. */
    public Spreading(ObjectSpace space, String runId, TreeShape shape) {
        this.shape = shape;
        this.space = space;
        this.name = Sheets.nameOf(runId, Posting.COORDINATOR);
    }

    /** Adds an engine that can be sent commands. */
    public synchronized void open(int seat, NodeReference node) {
        nodes.put(seat, node);
    }

    /**
     * Returns the same acts in the same order. Each long command that goes to very many engines is replaced by a short
     * one.
     */
    public synchronized List<RunAct> shortened(List<RunAct> acts) {
        List<Told> all = acts.size() < shape.leastEngines() ? List.of() : manyTold(acts);
        if (all.isEmpty()) {
            return acts;
        }
        IdentityHashMap<RunAct, RunAct> shorter = new IdentityHashMap<>();
        for (Told told : all) {
            Sheet sheet = sheet(told.first);
            for (int place = 0; sheet != null && place < told.tells.size(); place++) {
                shorter.put(told.tells.get(place), shortened(told, place, sheet));
            }
        }
        return acts.stream().map(act -> shorter.getOrDefault(act, act)).toList();
    }

    /** Returns the long commands that go to very many engines. */
    private List<Told> manyTold(List<RunAct> acts) {
        List<Told> all = new ArrayList<>();
        for (RunAct act : acts) {
            if (act instanceof RunAct.Tell tell && isLong(tell.command())) {
                Told told = all.stream()
                        .filter(other -> other.isLike(tell.command()))
                        .findFirst()
                        .orElse(null);
                if (told == null) {
                    told = new Told(tell.command());
                    all.add(told);
                }
                told.tells.add(tell);
            }
        }
        all.removeIf(told -> told.tells.size() < shape.leastEngines());
        return all;
    }

    /**
     * Returns whether a command is long because it has a row for each engine, so that it can be replaced by a
     * {@link Sheet}, the table of all rows.
     */
    private static boolean isLong(EngineCommand command) {
        return command instanceof EngineCommand.Register || command instanceof EngineCommand.Start;
    }

    /**
     * Returns the table of a command's rows, and exports it so that engines can fetch it. Returns null if the table
     * would be too long. Each engine is then sent the whole command.
     */
    private @Nullable Sheet sheet(EngineCommand command) {
        try {
            Sheet sheet = Sheet.of(command);
            kept.keep(sheet);
            space.export(Sheets.class, name, kept);
            return sheet;
        } catch (IOException tooLong) {
            return null;
        }
    }

    private RunAct shortened(Told told, int place, Sheet sheet) {
        RunAct.Tell tell = told.tells.get(place);
        int engine = tell.command() instanceof EngineCommand.Register register ? register.engine() : 0;
        int level = shape.level(place);
        int above = level == 1
                ? Posting.COORDINATOR
                : told.tells.get(shape.above(place)).seat();
        return new RunAct.Tell(
                tell.seat(), new EngineCommand.Spread(sheet.name(), engine, level, above, nodes.get(above)));
    }

    /** Ends the export of all tables, since the run is over and no engine fetches one any more. */
    public void close() {
        space.withdraw(name);
    }
}
