package own

import org.moide.engine.Report
import org.moide.engine.TaskApplication
import org.moide.engine.TaskContext

/** Compiled by Groovy 4.0.28. */
class GroovyTask implements Serializable {
    int number
    List more
    String name
}

class GroovySums implements TaskApplication<GroovyTask, ArrayList> {
    void createTasks(TaskContext<GroovyTask> context) {
        20.times { context.put(new GroovyTask(number: it, more: [it, 2], name: "task $it")) }
    }
    ArrayList identity() { [] }
    ArrayList executeTask(GroovyTask task, TaskContext<GroovyTask> context) {
        ([task.number] + task.more.collect { it * 2 } + [1: 2].values() + (1..1)) as ArrayList
    }
    ArrayList merge(ArrayList left, ArrayList right) { (left + right) as ArrayList }
    void handleResults(ArrayList all, Report report) { report.put('sum', all.sum()) }
}
