package org.moide.coordinator.reconfigure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.EngineReport;

/**
 * The epochs of an SPMD run or of workers. The same steps follow a loss of engines and a change that the user orders:
 * the threads leave the application, at their next safe point or wherever they are; the engines of the next epoch fetch
 * the states of the last committed checkpoint; and threads enter the application again. Used by the control thread
 * only.
 */
public final class SpmdEpochs {
    private static final String ALL_WENT_ON = " while all others went on";

    private final EpochOutputs outputs = new EpochOutputs();
    private final EpochSettings settings;
    private final EpochTable table = new EpochTable();
    private final Safekeeping saved;
    private final CheckpointLedger ledger;
    private final EngineChanges changes;
    private final Set<Integer> unregistered = new TreeSet<>();
    private final Inside inside;
    private final Set<Integer> finished = new TreeSet<>();
    private final Disruption disruption = new Disruption();
    private final Successors successors;
    private final UndecidedLosses undecided = new UndecidedLosses(outputs);
    private final Releases releases;
    private final Registrations registrations;
    private EpochPhase phase = EpochPhase.REGISTERING;
    /** Whether any thread may already have entered the application. */
    private boolean entered;

    /**
     * The number of an engine that has arrived for a change and is not yet part of the epoch; {@link EpochTable#NOBODY}
     * if there is none.
     */
    private int comes = EpochTable.NOBODY;
    /** The engine that will give up its number at the next safe point; null if there is none. */
    private @Nullable EnginePlace leaves;

    private boolean toldOfCopies;

    public SpmdEpochs(EpochSettings settings) {
        this.settings = settings;
        this.inside = new Inside(settings.timing());
        this.releases = new Releases(settings.timing());
        this.saved = new Safekeeping(settings.disk(), outputs);
        this.ledger = saved.ledger();
        this.changes = new EngineChanges(new Turnover(), settings.ownEngine(), true);
        this.successors = new Successors(table, outputs, settings.timing());
        this.registrations = new Registrations(
                table, settings, ledger, outputs, settings.disk().latestEpoch());
    }

    /**
     * Begins the first epoch with these engines, in the order of their numbers. Engines in {@code missing} were lost,
     * for the given reason, before they could be reached; they are replaced first.
     */
    public List<EpochOutput> begin(List<EnginePlace> engines, Map<Integer, String> missing, long nowNanos) {
        for (EnginePlace place : engines) {
            table.came(place);
            table.append(place.seat());
        }
        if (missing.isEmpty()) {
            register();
            return outputs.take();
        }
        registrations.expect(saved); // the powers are to be those of a run without the loss
        phase = EpochPhase.ENDING;
        missing.keySet().forEach(table::gone);
        successors.recruitFor(engines, missing, disruption, nowNanos);
        return outputs.take();
    }

    // --- what engines say -----------------------------------------------------------------------------------------

    /** Handles an engine's report about its epoch. */
    public List<EpochOutput> reported(int seat, EngineReport.OfEpoch report, long nowNanos) {
        report.handle(new Heard(seat, nowNanos));
        return outputs.take();
    }

    /** Returns whether all threads have returned from the application, so that the run is over. */
    public boolean isDone() {
        return phase == EpochPhase.DONE;
    }

    /**
     * Notes that the run ends for a reason outside of its epochs. Returns the answers to unfinished orders; no later
     * call has an effect.
     */
    public List<EpochOutput> over(String why) {
        phase = EpochPhase.DONE;
        refuseChange(why);
        return outputs.take();
    }

    /** Counts this line or result. Returns false if it is a repeat, which is not counted. */
    public boolean isNew(EngineReport.Said said) {
        return saved.isNew(said);
    }

    /**
     * Handles the end of a commit on disk.
     *
     * @param problem why it failed; null if it succeeded
     */
    public List<EpochOutput> writtenDown(CheckpointName checkpoint, @Nullable String problem) {
        saved.writtenDown(checkpoint, problem);
        return outputs.take();
    }

    /** Returns whether another coordinator could resume the run from the disk. */
    public boolean isOnDisk() {
        return saved.isOnDisk();
    }

    /** Returns whether all threads of the epoch compute and no change of its engines has begun. */
    public boolean isRunning() {
        return phase == EpochPhase.RUNNING;
    }

    /**
     * Returns the number of the last table of engines that the engines received, from 1. An epoch of workers may have
     * several.
     */
    public long epoch() {
        return registrations.latest();
    }

    /**
     * Returns the seat of the engine whose number is 0 at present; {@link EpochTable#NOBODY} while no engine has that
     * number.
     */
    public int first() {
        return table.first();
    }

    // --- losses ---------------------------------------------------------------------------------------------------

    /** Handles the loss of an engine whose process may have been ended from outside. */
    public List<EpochOutput> lost(int seat, String what, long nowNanos) {
        return lost(seat, what, false, List.of(), nowNanos);
    }

    /**
     * Handles the loss of an engine, with what is known about its end.
     *
     * @param byItself whether it is certain that the process ended itself and was not killed
     * @param handled the tasks that the engine's workers were handling
     */
    public List<EpochOutput> lost(int seat, String what, boolean byItself, List<String> handled, long nowNanos) {
        String ids = byItself && phase == EpochPhase.RUNNING ? table.idsOf(seat) : null;
        String inVain = ids == null ? null : disruption.hopelessAfter(ids, handled, ledger.committed());
        if (inVain != null) {
            end(what + inVain);
            return outputs.take();
        }
        EngineNumber number = table.numberOf(seat);
        EnginePlace gone = table.gone(seat);
        ledger.lost(seat);
        registrations.leaving().remove(seat);
        if (phase != EpochPhase.DONE && gone != null) {
            if (number == null && registrations.mayHaveJoined(seat)) {
                goBack(gone, what, true, nowNanos);
            } else if (number == null && changes.isComing(seat)) {
                registrations.close();
                changes.lost(seat, what);
                forgetChange();
            } else if (number != null) {
                lost(new UndecidedLosses.Loss(number, gone, what), nowNanos);
            }
        }
        return outputs.take();
    }

    private void lost(UndecidedLosses.Loss loss, long nowNanos) {
        boolean restores = !entered || saved.restorable();
        if (!restores && undecided.mustWait(loss)) {
            return;
        }
        boolean again = restores || undecided.callsRestore();
        if (goBack(loss.gone(), loss.what(), again, nowNanos)) {
            successors.recruit(
                    loss.number(), loss.gone().threads(), Set.of(loss.gone().seat()));
        }
    }

    /**
     * Makes all threads leave the application, so that the run goes back to a checkpoint or the beginning without the
     * lost engine.
     *
     * @param again whether the application can go back
     * @return false if going back is hopeless; then the run ends
     */
    private boolean goBack(EnginePlace gone, String what, boolean again, long nowNanos) {
        boolean isNew = successors.isNew(gone.seat());
        String hopeless = disruption.hopeless(again, phase == EpochPhase.RUNNING, isNew, ledger.committed());
        if (hopeless != null) {
            end(what + hopeless);
            return false;
        }
        outputs.note(what + Disruption.consequence(entered, ledger.committed()));
        disruption.lost(gone.name());
        endEpoch(what, nowNanos);
        return true;
    }

    /**
     * Handles the result of the search whether the application's classes call {@code restore}, and then the losses that
     * waited for it.
     */
    public List<EpochOutput> callsRestore(boolean has, long nowNanos) {
        undecided.decided(has).forEach(loss -> lost(loss, nowNanos));
        return outputs.take();
    }

    /** Makes all threads leave the application, wherever they are. */
    private void endEpoch(String why, long nowNanos) {
        inside.keepOnly(table::isThere);
        registrations.close();
        refuseChange("an engine was lost meanwhile: " + why);
        if (phase == EpochPhase.ENDING) {
            return;
        }
        if (phase != EpochPhase.LEAVING) { // engines that have left already do not report it again
            inside.await(table.seats());
        }
        phase = EpochPhase.ENDING;
        releases.forget();
        disruption.out(nowNanos);
        table.seats().forEach(seat -> outputs.tell(seat, new EngineCommand.EndEpoch(epoch(), why)));
        registrations.leaving().forEach(seat -> outputs.tell(seat, new EngineCommand.EndEpoch(epoch(), why)));
    }

    /** Handles the arrival of a requested engine. */
    public List<EpochOutput> made(EnginePlace place, long nowNanos) {
        table.came(place);
        if (successors.came(place.seat())) {
            goOnWhenReady();
        } else if (phase == EpochPhase.RUNNING && changes.isComing(place.seat())) {
            takeIn(place);
        } else {
            table.gone(place.seat());
            outputs.add(new EpochOutput.Retire(place.seat()));
        }
        return outputs.take();
    }

    private void takeIn(EnginePlace newcomer) {
        int replaced = changes.replacedBy(newcomer.seat());
        comes = newcomer.seat();
        if (registrations.mayWiden(replaced)) {
            registrations.open(newcomer);
        } else {
            leaves = replaced == EpochTable.NOBODY ? null : table.place(replaced);
            leaveAtSafePoint();
        }
    }

    private void leaveAtSafePoint() {
        phase = EpochPhase.LEAVING;
        inside.await(table.seats());
        table.seats().forEach(seat -> outputs.tell(seat, new EngineCommand.LeaveAtSafePoint(epoch())));
    }

    /** Notes that a requested engine will not arrive. */
    public List<EpochOutput> notMade(int seat, String why) {
        EngineNumber number = table.expected(seat);
        if (!changes.notMade(seat, why) && number != null) {
            noReplacement(seat, number, "there is nobody in the place of " + disruption.lost() + ": " + why);
        }
        return outputs.take();
    }

    private void noReplacement(int seat, EngineNumber number, String missing) {
        if (successors.mayTryAgain(seat)) {
            successors.recruit(number, registrations.threads(number), Set.of());
        } else if (saved.redistributes() && !table.seats().isEmpty()) {
            outputs.note(missing + "; the others take over its part");
            goOnWhenReady();
        } else {
            end(missing);
        }
    }

    private void end(String why) {
        outputs.add(entered ? new EpochOutput.CannotGoOn(why) : new EpochOutput.Nobody(why));
    }

    // --- changes that somebody wants ------------------------------------------------------------------------------

    /**
     * Begins a change of engines. The order with this number is answered once, when the change is done or has failed.
     */
    public List<EpochOutput> change(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos) {
        changes.order(question, order, why, nowNanos);
        return outputs.take();
    }

    /** Returns whether a change of engines could begin now. */
    public boolean isReplaceable() {
        return saved.restorable() && phase == EpochPhase.RUNNING && !changes.isUnderWay();
    }

    /** Returns whether a change of the number of engines could begin now. */
    public boolean isResizable() {
        return isReplaceable() && saved.redistributes();
    }

    private void refuseChange(String why) {
        changes.over(why);
        if (table.isThere(comes) && !table.contains(comes)) {
            table.gone(comes);
            outputs.add(new EpochOutput.Retire(comes));
        }
        forgetChange();
    }

    private void forgetChange() {
        comes = EpochTable.NOBODY;
        leaves = null;
    }

    // --- from one epoch to the next -------------------------------------------------------------------------------

    private void goOnWhenReady() {
        if (!inside.isEmpty() || table.expectsAnybody()) {
            return;
        }
        if (phase == EpochPhase.LEAVING) {
            // All threads have left at one checkpoint, and that checkpoint is committed.
            if (inside.leftAt(registrations.current(), ledger.committed())) {
                exchange();
                register();
            }
        } else if (phase == EpochPhase.ENDING) {
            table.closeUp();
            register();
        }
    }

    /**
     * Carries out the exchange of a change: gives the new engine the number of the leaving engine, or the next number
     * if no engine leaves. All threads must have left the application.
     */
    private void exchange() {
        if (leaves != null) {
            table.set(Objects.requireNonNull(table.numberOf(leaves.seat()), "it computes"), comes);
            table.closeUp();
        } else if (comes != EpochTable.NOBODY) {
            table.append(comes);
            table.assists(comes, changes.principalFor(comes));
        }
    }

    /**
     * Completes a change, and tells the user, if the engines are now as the order demands. All threads are in the
     * application again.
     */
    private void tellIfChanged(String where, long nowNanos) {
        EnginePlace gone = leaves;
        int came = comes;
        String how = " at " + where + "; the threads waited " + disruption.time(nowNanos);
        forgetChange();
        if (table.contains(came)) {
            changes.joined(table.place(came), how, nowNanos);
        } else if (gone != null && !table.contains(gone.seat())) {
            changes.left(gone, how, nowNanos);
        }
    }

    private void register() {
        Registration next = table.registration(epoch() + 1);
        String problem = saved.goBack(next.count(), disruption.lost());
        if (problem != null) {
            outputs.add(new EpochOutput.CannotGoOn(problem));
            return;
        }
        phase = EpochPhase.REGISTERING;
        releases.forget();
        inside.forget();
        finished.clear();
        unregistered.clear();
        unregistered.addAll(registrations.begin(next, saved));
    }

    private void run(long nowNanos) {
        phase = EpochPhase.RUNNING;
        entered = true;
        successors.allCompute();
        CheckpointName from = ledger.committed();
        String where = from == null ? "the beginning" : "checkpoint " + from;
        if (disruption.isLoss()) {
            disruption.tell(table.seats().size(), where, outputs, nowNanos);
        } else {
            tellIfChanged(where, nowNanos);
        }
        disruption.over();
        outputs.add(registrations.begun());
        registrations.retireOthers(phase);
    }

    /**
     * Takes all steps that are due.
     *
     * @param heardNanos a time since which every engine has been heard from at least once
     */
    public List<EpochOutput> tick(long heardNanos, long nowNanos) {
        if (phase == EpochPhase.LEAVING) {
            String why = "the others have left at checkpoint " + ledger.committed();
            inside.overdue(registrations.current(), ledger.committed(), nowNanos)
                    .forEach(seat -> outputs.tell(seat, new EngineCommand.EndEpoch(epoch(), why)));
        }
        EngineReport.Failed unexplained = releases.unexplained(heardNanos, nowNanos);
        if (unexplained != null) {
            outputs.add(new EpochOutput.Unexplained(unexplained));
        } else if (phase == EpochPhase.RUNNING && saved.restorable() && !toldOfCopies) {
            toldOfCopies = true;
            if (Buddies.shareAHost(table.inOrder()) && settings.disk().directory() == null) {
                outputs.note("all engines are on one host: checkpoints survive an engine's loss, but not the host's");
            }
        }
        return outputs.take();
    }

    private final class Heard implements EngineReport.EpochHandler {
        private final int seat;
        private final long nowNanos;

        Heard(int seat, long nowNanos) {
            this.seat = seat;
            this.nowNanos = nowNanos;
        }

        @Override
        public void registered(EngineReport.Registered registered) {
            boolean awaited = registered.epoch() == registrations.current() && phase == EpochPhase.REGISTERING;
            if (awaited && unregistered.remove(seat) && unregistered.isEmpty()) {
                run(nowNanos);
            } else if (phase == EpochPhase.RUNNING) {
                registrations.registered(seat, registered.epoch());
            }
        }

        @Override
        public void joined(EngineReport.Joined joined) {
            if (phase != EpochPhase.RUNNING) {
                return;
            }
            int came = registrations.joined(joined.epoch());
            int gone = registrations.left(joined.epoch());
            if (came != EpochTable.NOBODY) {
                comes = EpochTable.NOBODY;
                changes.joined(table.place(came), ALL_WENT_ON, nowNanos);
            } else if (gone != EpochTable.NOBODY) {
                leaves = null;
                changes.left(table.place(gone), ALL_WENT_ON, nowNanos);
            }
            registrations.retireOthers(phase);
        }

        @Override
        public void left(EngineReport.Left left) {
            if (registrations.out(seat)) {
                registrations.retireOthers(phase);
            } else if (registrations.isOf(left.epoch()) && inside.left(seat, left.checkpoints(), nowNanos)) {
                disruption.out(nowNanos);
                goOnWhenReady();
            }
        }

        @Override
        public void released(EngineReport.Released told) {
            if (registrations.isOf(told.epoch()) && phase != EpochPhase.ENDING) {
                releases.told(told, nowNanos);
            }
        }

        @Override
        public void checkpointStored(EngineReport.CheckpointStored stored) {
            EngineCommand committed =
                    saved.stored(stored, registrations.shape(stored.checkpoint().epoch()));
            if (committed != null) {
                table.present().forEach(seat -> outputs.tell(seat, committed));
                goOnWhenReady();
            }
            registrations.retireOthers(phase);
        }

        @Override
        public void finished(EngineReport.Finished report) {
            if (phase == EpochPhase.ENDING) {
                return; // what it reports was done after the last checkpoint and will be done again
            }
            finished.add(seat);
            if (finished.containsAll(table.seats())) {
                phase = EpochPhase.DONE;
                refuseChange("the application came to its end before its next safe point");
            }
        }

        @Override
        public void restorable(EngineReport.Restorable can) {
            saved.can(can);
        }
    }

    /**
     * The way in which engines of SPMD and worker programs join and leave. Engines of workers do so while all other
     * engines compute, except engine 0. Otherwise all threads leave at their next safe point, and an epoch of other
     * engines begins.
     */
    private final class Turnover implements EngineChanges.Program {
        @Override
        public @Nullable String refusal(ChangeOrder.OfEngines order) {
            if (!saved.restorable()) {
                return "expected an application that can go on from a checkpoint, found one that has not called"
                        + " restore; its engines stay as they are";
            } else if (phase != EpochPhase.RUNNING || changes.isUnderWay()) {
                return "engines are being changed already; try again when that is over";
            } else if (settings.widens() && order instanceof ChangeOrder.Assist) {
                return "expected tasks, of which an assistant could take some, found an application of workers, which are"
                        + " balanced among all engines; 'moide expand' without --engine adds one";
            } else if (order.hosts().size() > 1) {
                return "expected one host at a time for an SPMD application, found several";
            }
            return order.resizes() && !saved.redistributes()
                    ? "expected an application that can go on with another number of IDs, found one whose restore"
                            + " has no Redistribution; its engines can be replaced, but not added to or taken away"
                    : null;
        }

        @Override
        public List<EnginePlace> engines() {
            return table.inOrder();
        }

        @Override
        public boolean computes(int seat) {
            return table.contains(seat);
        }

        @Override
        public int principalOf(int seat) {
            return table.principalOf(seat);
        }

        @Override
        public int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach) {
            int seat = table.nextSeat();
            outputs.add(new EpochOutput.Recruit(seat, hosts, threads, awayFrom, 0));
            return seat;
        }

        @Override
        public void letGo(int seat, int successor, long nowNanos) {
            if (registrations.mayNarrow(seat)) {
                registrations.narrow(seat);
            } else {
                leaves = table.place(seat); // noted now, since it may be lost before the change is reported
                leaveAtSafePoint();
            }
        }

        @Override
        public void note(String line) {
            outputs.note(line);
        }

        @Override
        public void changed(EngineChanges.Change change, long nowNanos) {
            outputs.add(
                    new EpochOutput.Changed(change.kind(), change.why(), change.what(), disruption.outFor(nowNanos)));
        }

        @Override
        public void answer(long question, ChangeAnswer answer) {
            outputs.add(new EpochOutput.Answer(question, answer));
        }
    }
}
