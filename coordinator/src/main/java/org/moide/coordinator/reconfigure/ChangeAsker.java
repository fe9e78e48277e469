package org.moide.coordinator.reconfigure;

/** Whoever wanted a change of a run's engines: told once what became of it. */
public interface ChangeAsker {
    void done(String what);

    void refused(String why);
}
