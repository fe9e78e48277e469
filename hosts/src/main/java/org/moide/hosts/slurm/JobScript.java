package org.moide.hosts.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the batch script of a Slurm job. The script starts a daemon on each node and waits until the run or Slurm ends
 * them. It contains no secret. Stateless.
 */
final class JobScript {
    /**
     * The number of seconds before a job's end at which Slurm sends a signal to the job. Engines need 25 s of them to
     * hand over their tasks. Slurm may send its signals up to a minute before the time that was asked for.
     */
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
     * Returns the script.
     *
     * @param folder the folder through which the daemons and the coordinator find each other
     * @param command the words that start MOIDE on a node; the first is the Java program
     * @param words further options for {@code moide engine}
     */
    static String text(Path folder, List<String> command, List<String> words) {
        return SCRIPT.replace("@FOLDER@", quoted(folder.toString()))
                .replace("@JAVA@", quoted(command.get(0)))
                .replace(
                        "@WORDS@",
                        words.stream().map(word -> " " + quoted(word)).collect(Collectors.joining()))
                .replace("@COMMAND@", command.stream().map(JobScript::quoted).collect(Collectors.joining(" ")));
    }

    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
