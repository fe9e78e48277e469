package own

import java.io.Serializable
import org.moide.engine.Report
import org.moide.engine.TaskApplication
import org.moide.engine.TaskContext

/** Compiled by Kotlin 2.2.21. */
data class KotlinTask(val number: Int, val more: Pair<Int, Int>) : Serializable

data class KotlinResult(val all: List<Int>) : Serializable

class KotlinSums : TaskApplication<KotlinTask, KotlinResult> {
    override fun createTasks(context: TaskContext<KotlinTask>) = (0 until 20).forEach { context.put(KotlinTask(it, it to 2)) }
    override fun identity() = KotlinResult(emptyList())
    override fun executeTask(task: KotlinTask, context: TaskContext<KotlinTask>) =
        KotlinResult(listOf(task.number) + task.more.toList().map { it * 2 } + mapOf(1 to 2).values + listOf(1))
    override fun merge(left: KotlinResult, right: KotlinResult) = KotlinResult(left.all + right.all)
    override fun handleResults(result: KotlinResult, report: Report) = report.put("sum", result.all.sum())
}
