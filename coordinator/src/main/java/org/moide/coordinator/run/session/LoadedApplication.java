package org.moide.coordinator.run.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.moide.commlib.port.ObjectCodec;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.RunPlan;
import org.moide.engine.Program;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;
import org.moide.engine.loading.KnownDigests;
import org.moide.engine.loading.ProgramClass;

/**
 * The application of a run in the coordinator's own JVM.
 *
 * @param files where its classes are, and the user's files that it reads
 * @param data the latter, as they were when the run began
 * @param classes loads them
 * @param programs makes its objects
 * @param program the coordinator's own object of it: arguments are checked, tasks created and results handled by this one
 */
public record LoadedApplication(
        ApplicationFiles files,
        RunFiles data,
        ClassLoader classes,
        ProgramClass programs,
        Program program,
        ObjectCodec codec) {
    public static LoadedApplication of(ApplicationPlan plan) {
        List<String> classPath = plan.classPath().stream()
                .map(Path::toAbsolutePath)
                .map(Path::toString)
                .toList();
        ApplicationFiles files = classPath.isEmpty()
                ? ApplicationFiles.ofOwnClassPath(plan.className())
                : new ApplicationFiles(plan.className(), classPath);
        ApplicationLoader loader = new ApplicationLoader(files);
        ProgramClass programs = ProgramClass.find(loader);
        return new LoadedApplication(
                files, RunFiles.NONE, loader, programs, programs.create(), new ApplicationCodec(loader));
    }

    /**
     * Looks whether the application accepts its arguments.
     *
     * @throws org.moide.engine.UsageException if it does not accept them
     */
    public void check(RunPlan plan) {
        program.check(plan.application().arguments());
    }

    /**
     * Tells this build of the application, with the files that it reads, from another.
     *
     * @param plan which classes these are
     * @throws IOException if one cannot be read
     */
    public String fingerprint(ApplicationPlan plan, KnownDigests digests) throws IOException {
        return Fingerprint.of(plan.classPath(), digests, data);
    }

    /** The same, with these files to read. */
    public LoadedApplication withData(RunFiles read) {
        return new LoadedApplication(files.withNamed(read.here().paths()), read, classes, programs, program, codec);
    }
}
