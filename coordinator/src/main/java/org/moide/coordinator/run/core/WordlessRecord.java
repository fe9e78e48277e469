package org.moide.coordinator.run.core;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.journal.JournalRecord;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunSettings;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/**
 * Removes the data and the texts of the application from the recorded events and acts of a run's core, since they are
 * private.
 */
final class WordlessRecord {
    /**
     * The act that is recorded in place of an act that journals created tasks. It has no tasks, since there may be
     * millions, and an earlier event of the recording has them.
     */
    private static final RunAct PUT = new RunAct.WriteDown(new JournalRecord.Put(List.of()));

    private WordlessRecord() {}

    static RunCoreEvent event(RunCoreEvent event) {
        if (event instanceof RunCoreEvent.Reported reported && reported.report() instanceof EngineReport.Said said) {
            return new RunCoreEvent.Reported(
                    reported.engine(), new EngineReport.Said(said.id(), said.number(), utterance(said.utterance())));
        }
        return event;
    }

    static List<RunAct> acts(List<RunAct> acts) {
        return acts.stream().map(WordlessRecord::act).toList();
    }

    private static RunAct act(RunAct act) {
        if (act instanceof RunAct.Said said) {
            return new RunAct.Said(said.seat(), utterance(said.utterance()));
        } else if (act instanceof RunAct.WriteCommit write) {
            return new RunAct.WriteCommit(commit(write.commit()));
        }
        return act instanceof RunAct.WriteDown down && down.journalRecord() instanceof JournalRecord.Put ? PUT : act;
    }

    static RunSettings settings(RunSettings settings) {
        if (settings.kind() instanceof RunSettings.Spmd spmd) {
            CheckpointDisk disk = spmd.disk();
            Commit from = disk.from();
            return settings.with(new RunSettings.Spmd(
                    new CheckpointDisk(disk.directory(), from == null ? null : commit(from), disk.latestEpoch()),
                    spmd.checkpointShare(),
                    spmd.workers()));
        }
        return settings;
    }

    private static Commit commit(Commit commit) {
        Map<String, Serializable> names = new LinkedHashMap<>();
        commit.results().keySet().forEach(name -> names.put(name, ""));
        return new Commit(
                commit.checkpoint(),
                commit.threads(),
                commit.powers(),
                commit.redistributes(),
                commit.states(),
                commit.heard(),
                names);
    }

    private static Utterance utterance(@Nullable Utterance utterance) {
        if (utterance instanceof Utterance.Result result) {
            return new Utterance.Result(result.name(), "");
        } else if (utterance instanceof Utterance.Progress progress) {
            return new Utterance.Progress(progress.done(), progress.total(), "");
        }
        return new Utterance.Line("");
    }
}
