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
import org.moide.engine.loading.ApplicationThreads;
import org.moide.engine.loading.KnownDigests;
import org.moide.engine.loading.ProgramClass;

/**
 * The application of a run, loaded in the coordinator's JVM.
 *
 * @param files the locations of its classes, and of the user's files that it reads
 * @param data the user's files, as they were when the run began
 * @param classes the class loader of the application
 * @param programs creates further objects of the application
 * @param program the coordinator's object of the application, which checks arguments, creates tasks and handles
 *     results
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
        ApplicationThreads.runs(loader);
        ProgramClass programs = ProgramClass.find(loader);
        Program program = ApplicationThreads.ask(loader, programs::create);
        return new LoadedApplication(files, RunFiles.NONE, loader, programs, program, new ApplicationCodec(loader));
    }

    /**
     * Checks that the application accepts its arguments.
     *
     * @throws org.moide.engine.UsageException if it does not accept them
     */
    public void check(RunPlan plan) {
        ApplicationThreads.ask(classes, () -> {
            program.check(plan.application().arguments());
            return program;
        });
    }

    /**
     * Returns the fingerprint of this build of the application with the files that it reads.
     *
     * @param plan the plan that names the classes
     * @throws IOException if a class or file cannot be read
     */
    public String fingerprint(ApplicationPlan plan, KnownDigests digests) throws IOException {
        return Fingerprint.of(plan.classPath(), digests, data);
    }

    /** Returns a copy with these files to read. */
    public LoadedApplication withData(RunFiles read) {
        return new LoadedApplication(files.withNamed(read.here().paths()), read, classes, programs, program, codec);
    }
}
