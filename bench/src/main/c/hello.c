/* What the sample hello does, over MPI: each process says who it is. Built and started by bench/side-by-side.sh. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, size, length;
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Get_processor_name(name, &length);
    printf("Hello from process %d of %d on %s\n", rank, size, name);
    MPI_Finalize();
    return 0;
}
