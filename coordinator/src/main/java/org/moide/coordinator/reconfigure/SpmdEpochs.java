package org.moide.coordinator.reconfigure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.engine.checkpoint.CheckpointName;
import org.moide.engine.checkpoint.RestorePoint;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;

/**
 * The epochs of an SPMD run (DESIGN §8): one mechanism for the loss of engines and for changes that the user wants. The
 * threads leave the application, at their next safe point or where they stand; the engines of the next epoch fetch the
 * states of the last committed checkpoint; the threads enter the application again. A stepped core, used by the control
 * thread only.
 */
public final class SpmdEpochs {
    /**
     * Where an epoch stands.
     *
     * <pre>
     * ENDING      first if an engine of the first epoch was lost before it could be registered
     * REGISTERING → RUNNING; → ENDING when an engine is lost
     * RUNNING     → LEAVING by command; → ENDING when an engine is lost; → DONE
     * LEAVING     → REGISTERING of the next; → ENDING when an engine is lost; → DONE if it came to no safe point
     * ENDING      → REGISTERING of the next
     * </pre>
     */
    private enum Phase {
        REGISTERING,
        RUNNING,
        LEAVING,
        ENDING,
        DONE
    }

    private final EpochActs acts;
    private final EpochSettings settings;
    private final EpochTable table = new EpochTable();
    private final Safekeeping saved;
    private final CheckpointLedger ledger;
    private final WantedChange change;
    private final Set<Integer> unregistered = new TreeSet<>();
    private final Inside inside = new Inside();
    private final Set<Integer> finished = new TreeSet<>();
    private final Disruption disruption = new Disruption();
    private final Successors successors;
    private final Releases releases = new Releases();
    private Phase phase = Phase.REGISTERING;
    private long epoch;
    /** The last one; before the first, what that was to be. */
    private @Nullable Registration registration;

    private List<Double> powers = List.of();
    /** Whether any thread may have entered the application. */
    private boolean entered;

    private boolean toldOfCopies;

    /**
     * Epochs of a run that has none yet.
     *
     * @param settings those of the run
     */
    public SpmdEpochs(EpochSettings settings, EpochActs acts) {
        this.settings = settings;
        this.acts = acts;
        this.saved = new Safekeeping(settings.disk(), acts::note);
        this.ledger = saved.ledger();
        this.epoch = settings.disk().latestEpoch();
        this.change = new WantedChange(table, settings.ownEngine(), acts::recruit);
        this.successors = new Successors(table, acts::recruit);
    }

    /**
     * The first epoch, of these engines in the order of their numbers. Those that are {@code missing}, with why, were lost
     * before they could be reached: others are made in their place first.
     */
    public void begin(List<Place> engines, Map<Integer, String> missing, long nowNanos) {
        for (Place place : engines) {
            table.came(place);
            table.append(place.seat());
        }
        if (missing.isEmpty()) {
            register();
            return;
        }
        registration = table.registration(epoch + 1);
        powers = saved.powers(null, powers, registration, table.powers()); // as those of an undisturbed run
        phase = Phase.ENDING;
        successors.recruitFor(
                engines, missing, (place, why) -> acts.note(disruption.notStarted(place.name(), why, nowNanos)));
    }

    // --- what engines say -----------------------------------------------------------------------------------------

    /** Takes what is about epochs; false if it is about something else. */
    public boolean reported(int seat, EngineReport report, long nowNanos) {
        if (report instanceof EngineReport.Registered registered) {
            boolean awaited = registered.epoch() == epoch && phase == Phase.REGISTERING;
            if (awaited && unregistered.remove(seat) && unregistered.isEmpty()) {
                run(nowNanos);
            }
        } else if (report instanceof EngineReport.Restorable can) {
            saved.can(can);
        } else if (report instanceof EngineReport.CheckpointStored stored) {
            stored(stored);
        } else if (report instanceof EngineReport.Left left) {
            if (left.epoch() == epoch && inside.left(seat, left.checkpoints(), nowNanos)) {
                disruption.out(nowNanos);
                goOnWhenReady();
            }
        } else if (report instanceof EngineReport.Released told) {
            if (told.epoch() == epoch && phase != Phase.ENDING) {
                releases.told(told, nowNanos);
            }
        } else if (report instanceof EngineReport.Finished) {
            finished(seat);
        } else {
            return false;
        }
        return true;
    }

    private void stored(EngineReport.CheckpointStored stored) {
        EngineCommand committed = saved.stored(stored, registration, powers);
        if (committed != null) {
            table.present().forEach(seat -> acts.tell(seat, committed));
            goOnWhenReady();
        }
    }

    private void finished(int seat) {
        if (phase == Phase.ENDING) {
            return; // what it did since the last checkpoint is done again
        }
        finished.add(seat);
        if (finished.containsAll(table.seats())) {
            phase = Phase.DONE;
            refuseChange("the application came to its end before its next safe point");
        }
    }

    /** Whether every thread has returned from the application: the run is over. */
    public boolean isDone() {
        return phase == Phase.DONE;
    }

    /** The run is over, for another reason: nothing more is changed. */
    public void over(String why) {
        phase = Phase.DONE;
        refuseChange(why);
    }

    /** What the run can go back to. */
    public Safekeeping saved() {
        return saved;
    }

    /** Whether the epoch's threads run, and nobody wants its engines changed. */
    public boolean isRunning() {
        return phase == Phase.RUNNING;
    }

    /** From 1. */
    public long epoch() {
        return epoch;
    }

    // --- losses ---------------------------------------------------------------------------------------------------

    /** An engine is gone, with all it had. */
    public void lost(int seat, String what, long nowNanos) {
        int number = table.numberOf(seat);
        Place gone = table.gone(seat);
        ledger.lost(seat);
        if (phase == Phase.DONE || gone == null) {
            return;
        }
        if (number < 0) {
            if (change.isComing(seat)) {
                refuseChange(what);
            }
            return;
        }
        boolean again = !entered || saved.restorable() || settings.canRestore();
        boolean isNew = successors.isNew(seat);
        String hopeless = disruption.hopeless(again, phase == Phase.RUNNING, isNew, ledger.committed());
        if (!hopeless.isEmpty()) {
            end(what + hopeless);
            return;
        }
        acts.note(what + Disruption.consequence(entered, ledger.committed()));
        disruption.lost(gone.name(), nowNanos);
        endEpoch(what, nowNanos);
        successors.recruit(number, gone.threads(), Set.of(seat));
    }

    /** Everybody leaves, wherever they are. */
    private void endEpoch(String why, long nowNanos) {
        inside.keepOnly(table::isThere);
        refuseChange("an engine was lost meanwhile: " + why);
        if (phase == Phase.ENDING) {
            return;
        }
        if (phase != Phase.LEAVING) { // else some have left already, and will not say so again
            inside.await(table.seats());
        }
        phase = Phase.ENDING;
        releases.forget();
        disruption.out(nowNanos);
        table.seats().forEach(seat -> acts.tell(seat, new EngineCommand.EndEpoch(epoch, why)));
    }

    /** An engine that was recruited is there. */
    public void made(Place place, long nowNanos) {
        table.came(place);
        if (successors.came(place.seat())) {
            goOnWhenReady();
        } else if (change.isComing(place.seat()) && phase == Phase.RUNNING) {
            leaveAtSafePoint(nowNanos);
        } else {
            table.gone(place.seat());
            acts.retire(place.seat());
        }
    }

    private void leaveAtSafePoint(long nowNanos) {
        phase = Phase.LEAVING;
        disruption.planned(nowNanos);
        inside.await(table.seats());
        table.seats().forEach(seat -> acts.tell(seat, new EngineCommand.LeaveAtSafePoint(epoch)));
    }

    /** An engine that was recruited will not come. */
    public void notMade(int seat, String why) {
        Integer number = table.expected(seat);
        if (change.isComing(seat)) {
            refuseChange(why);
        } else if (number != null) {
            noReplacement(number, "there is nobody in the place of " + disruption.lost() + ": " + why);
        }
    }

    private void noReplacement(int number, String missing) {
        Registration before = Objects.requireNonNull(registration, "registered before lost");
        if (successors.mayTryAgain()) {
            successors.recruit(number, before.engines().get(number).threads(), Set.of());
        } else if (saved.redistributes() && !table.seats().isEmpty()) {
            acts.note(missing + "; the others take over its part");
            goOnWhenReady();
        } else {
            end(missing);
        }
    }

    private void end(String why) {
        if (entered) {
            acts.fail(why);
        } else {
            acts.nobody(why);
        }
    }

    // --- changes that somebody wants ------------------------------------------------------------------------------

    /** Another engine is to take the place of this one, at the next safe point. */
    public void replace(int seat, List<DaemonAddress> hosts, ChangeAsker asker) {
        if (change.mayBegin(saved.restorable(), phase == Phase.RUNNING, asker)) {
            change.replace(seat, hosts, asker);
        }
    }

    /** One engine more is to take part, from the next safe point on. */
    public void expand(List<DaemonAddress> hosts, ChangeAsker asker) {
        if (change.mayBegin(saved.restorable(), phase == Phase.RUNNING, asker)) {
            change.expand(saved.redistributes(), hosts, asker);
        }
    }

    /** One engine less is to take part, from the next safe point on. */
    public void shrink(int seat, ChangeAsker asker, long nowNanos) {
        if (change.mayBegin(saved.restorable(), phase == Phase.RUNNING, asker)
                && change.shrink(seat, saved.redistributes(), asker)) {
            leaveAtSafePoint(nowNanos);
        }
    }

    /** Whether a change of engines could begin now. */
    public boolean isReplaceable() {
        return saved.restorable() && phase == Phase.RUNNING && !change.isUnderWay();
    }

    /** Whether a change of their number could begin now. */
    public boolean isResizable() {
        return isReplaceable() && saved.redistributes();
    }

    private void refuseChange(String why) {
        int idle = change.refuse(why);
        if (idle != EpochTable.NOBODY) {
            table.gone(idle);
            acts.retire(idle);
        }
    }

    // --- from one epoch to the next -------------------------------------------------------------------------------

    private void goOnWhenReady() {
        if (!inside.isEmpty() || table.expectsAnybody()) {
            return;
        }
        if (phase == Phase.LEAVING) {
            // The threads have left at one checkpoint, and this is the one to go on from.
            if (inside.leftAt(epoch, ledger.committed())) {
                change.exchange();
                register();
            }
        } else if (phase == Phase.ENDING) {
            table.closeUp();
            register();
        }
    }

    private void register() {
        epoch++;
        Registration next = table.registration(epoch);
        String problem = saved.goBack(next.count(), disruption.lost());
        if (!problem.isEmpty()) {
            acts.fail(problem);
            return;
        }
        RestorePoint point = ledger.point(seat -> table.place(seat).node());
        powers = saved.powers(registration, powers, next, table.powers());
        registration = next;
        phase = Phase.REGISTERING;
        releases.forget();
        inside.forget();
        finished.clear();
        unregistered.clear();
        unregistered.addAll(table.seats());
        ledger.begin(epoch, next.count());
        List<Integer> seats = table.seats();
        for (int number = 0; number < seats.size(); number++) {
            acts.tell(seats.get(number), table.checkpointing(number, next, ledger, point, settings));
            acts.tell(seats.get(number), new EngineCommand.Register(next, number, powers, settings.collectives()));
        }
    }

    private void run(long nowNanos) {
        phase = Phase.RUNNING;
        entered = true;
        successors.allCompute();
        acts.begin(Objects.requireNonNull(registration, "registered"), table.members(epoch), table.nodes());
        CheckpointName from = ledger.committed();
        String where = from == null ? "the beginning" : "checkpoint " + from;
        if (disruption.isLoss()) {
            disruption.tell(table.seats().size(), where, acts, nowNanos);
        } else {
            change.tellIfMade(where, disruption, acts, nowNanos);
        }
        disruption.over();
        retireOthers();
    }

    /** Whoever has no number any more has given away what it kept. */
    private void retireOthers() {
        Set<Integer> others = new TreeSet<>(table.present());
        others.removeAll(table.seats());
        for (int seat : others) {
            table.gone(seat);
            ledger.lost(seat);
            acts.retire(seat);
        }
    }

    /** Does what is due. */
    public void tick(long nowNanos) {
        if (phase == Phase.LEAVING) {
            String why = "the others have left at checkpoint " + ledger.committed();
            inside.overdue(epoch, ledger.committed(), nowNanos)
                    .forEach(seat -> acts.tell(seat, new EngineCommand.EndEpoch(epoch, why)));
        }
        EngineReport.Failed unexplained = releases.unexplained(nowNanos);
        if (unexplained != null) {
            acts.fail(unexplained);
        } else if (phase == Phase.RUNNING && saved.restorable() && !toldOfCopies) {
            toldOfCopies = true;
            if (Buddies.shareAHost(table.inOrder())
                    && settings.disk().directory().isEmpty()) {
                acts.note("all engines are on one host: checkpoints survive an engine's loss, but not the host's");
            }
        }
    }
}
