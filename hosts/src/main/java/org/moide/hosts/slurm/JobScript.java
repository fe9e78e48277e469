package org.moide.hosts.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The script of a job: a daemon on each of its nodes, until the run, or Slurm, wants them to end. There is no secret in
 * it. Pure.
 */
final class JobScript {
    /** Engines have 25 s to hand over what they have; Slurm says that its notice may come a minute early. */
    static final int NOTICE_SECONDS = 60;

    private static final String SCRIPT = """
            #!/bin/sh
            folder=@FOLDER@
            if [ ! -r "$folder/secret" ]; then
                echo "expected the folder of the run, $folder, found that this node does not see it" >&2
                exit 66
            fi
            if [ ! -x @JAVA@ ]; then
                echo "expected Java in "@JAVA@", found that this node does not have it there" >&2
                exit 67
            fi
            # A job that Slurm has queued once more keeps its number.
            rm -f "$folder/over-$SLURM_JOB_ID" "$folder/port-$SLURM_JOB_ID-"* "$folder/place-$SLURM_JOB_ID-"*
            # Slurm's notice before the time limit: all daemons of the job see this file, and engines leave.
            trap ': >"$folder/over-$SLURM_JOB_ID"' USR1
            srun --ntasks-per-node=1 --kill-on-bad-exit=0 --wait=0 \\
                ${SLURM_CPUS_PER_TASK:+--cpus-per-task=$SLURM_CPUS_PER_TASK} \\
                @COMMAND@ engine --meet "$folder"@WORDS@ </dev/null &
            step=$!
            while :; do
                wait $step
                code=$?
                kill -0 $step 2>/dev/null || exit $code
            done
            """;

    private JobScript() {}

    /**
     * The script.
     *
     * @param folder where daemons and the coordinator find each other
     * @param command how MOIDE is called there; its first word is Java
     * @param words more of what {@code moide engine} is told
     */
    static String text(Path folder, List<String> command, List<String> words) {
        return SCRIPT.replace("@FOLDER@", quoted(folder.toString()))
                .replace("@JAVA@", quoted(command.get(0)))
                .replace(
                        "@WORDS@",
                        words.stream().map(word -> " " + quoted(word)).collect(Collectors.joining()))
                .replace("@COMMAND@", command.stream().map(JobScript::quoted).collect(Collectors.joining(" ")));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
