package org.moide.engine.host;

import java.time.Duration;

/** A process between the test and a child JVM, which the test can kill. It prints the child's process ID. */
public final class ParentMain {
    private ParentMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        ChildProcess child = new ChildLauncher((where, fault) -> fault.printStackTrace())
                .launch(
                        JavaCommand.likeThis(DoomedChild.class.getName()),
                        Orders.order(arguments[0]),
                        new RecordingListener());
        child.awaitReady(Duration.ofSeconds(100));
        System.out.println("child " + child.pid());
        Thread.currentThread().join();
    }
}
